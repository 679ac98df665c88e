"""Kinds of node of a flow: a screen of each type, with a port for each answer that leads on."""

from collections.abc import Callable, Sequence
from typing import Any

from funneldesk.contract.quiz_flow import BY_CHOICE, ENDS, FIRST_OPTION
from funneldesk.contract.quizzes import SCREEN_TYPES, Screen
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.graph.model.items import Node
from funneldesk.desktop.kit.graph.model.kinds import Data, Kinds, NodeKind, Port
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.quizzes.flow.drawflow import MISSING, SCREEN
from funneldesk.desktop.parts.quizzes.open_quiz import OpenQuiz, title_of
from funneldesk.desktop.parts.quizzes.screens.forms import TYPE_ICONS, TYPE_TITLES

LONGEST_LABEL = 60


def flow_kinds(quiz: OpenQuiz) -> Kinds:
    """The kinds for the screens of the quiz that is open."""

    def screen(data: Data) -> Screen | None:
        return quiz.screen(str(data.get(SCREEN) or ""))

    def ports(data: Data) -> tuple[Port, ...]:
        return ports_of(screen(data))

    def fields() -> Sequence[FieldSpec]:
        known = ((each.code or "", title_of(each)) for each in quiz.screens)
        return (FieldSpec(SCREEN, _("Screen"), "choice", choices=tuple(known)),)

    def summary(data: Data) -> str:
        found = screen(data)
        return (found.title or found.subtitle or "") if found is not None else ""

    def title(node: Node, _kind: NodeKind) -> str:
        found = screen(node.data)
        return title_of(found) if found is not None else str(node.data.get("was") or "")

    def kind(name: str, words: str, icon: str, tone: str, **more: Any) -> NodeKind:
        outputs: Callable[[Data], tuple[Port, ...]] = ports
        return NodeKind(
            name, words, icon, tone=tone, outputs=outputs, fields=fields, summary=summary, **more
        )

    types = [
        kind(
            each,
            TYPE_TITLES[each],
            TYPE_ICONS[each],
            "success" if each in ENDS else "accent",
            listed=False,
        )
        for each in SCREEN_TYPES
    ]
    fresh = kind(SCREEN, _("Screen"), "plus", "accent", defaults={SCREEN: ""}, check=_chosen)
    gone = kind(MISSING, _("Screen is gone"), "image-off", "danger", listed=False, check=_chosen)
    return Kinds([*types, fresh, gone], title)


def _chosen(data: Data) -> Sequence[str]:
    return () if data.get(SCREEN) else (_("Choose the screen that stands here."),)


def ports_of(screen: Screen | None) -> tuple[Port, ...]:
    """The outputs of a screen: the usual way, and one for each answer where one is chosen."""
    if screen is None:
        return (Port("output_1", _("Next")),)
    if screen.type in ENDS:
        return ()
    options = screen.options or [] if screen.type in BY_CHOICE else []
    own = tuple(
        Port(f"output_{place}", (option.label or str(option.value))[:LONGEST_LABEL])
        for place, option in enumerate(options, FIRST_OPTION)
    )
    return (Port("output_1", _("Otherwise") if own else _("Next")), *own)
