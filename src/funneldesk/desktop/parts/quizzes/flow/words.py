"""What is wrong with a flow, in sentences."""

from funneldesk.contract.quiz_paths import Fault, Finding
from funneldesk.desktop.local.texts import _

_SENTENCES: dict[Fault, str] = {
    Fault.EMPTY: _("This quiz has no screens yet."),
    Fault.BROKEN_EDGE: _("Leads to a node that is not there."),
    Fault.UNKNOWN_SCREEN: _("Stands for a screen that is gone."),
    Fault.LOOP: _("From here visitors go round for ever."),
    Fault.DEAD_END: _("Leads nowhere, and is no result."),
    Fault.NO_OPTIONS: _("Asks for a choice, but has no answers."),
    Fault.OPTION_WITHOUT_EDGE: _("The answer “{detail}” has no way on."),
    Fault.RESULT_UNREACHABLE: _("Nobody can get this result."),
    Fault.UNREACHABLE: _("Nobody can come here."),
    Fault.NO_END: _("No way ends with a result."),
    Fault.DRAWN_TWICE: _("Is drawn twice; only the first is played."),
}
GRAVE = (Fault.BROKEN_EDGE, Fault.UNKNOWN_SCREEN, Fault.LOOP, Fault.DEAD_END, Fault.NO_OPTIONS)
"""Faults that stop visitors; the others are worth a look."""


def sentence(finding: Finding) -> str:
    """What is wrong at the place of a finding."""
    return _SENTENCES[finding.fault].format(detail=finding.detail)
