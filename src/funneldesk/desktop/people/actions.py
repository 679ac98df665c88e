"""Deeds on the customer who is shown, declared for the palette."""

from collections.abc import Callable, Iterator
from functools import partial

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.customer_view import CustomerView
from funneldesk.desktop.people.deeds.declared import DEEDS
from funneldesk.desktop.people.deeds.deed import Deed
from funneldesk.desktop.sections.actions import Action, Ids


def customer_actions(section: str, view: Callable[[], CustomerView]) -> Iterator[Action]:
    """The journal, and one for each deed: asked for at once where it fits one record, else the
    keyboard goes to the first of them. ``view`` gives the pane, once there is one."""

    def start(deed: Deed, _ids: Ids) -> None:
        buttons = view().buttons(deed)
        if len(buttons) == 1:
            buttons[0].click()
        else:
            view().reveal(buttons[0])

    def refusal(deed: Deed, _ids: Ids) -> str:
        pane = view()
        if not pane.isVisible() or not pane.email:
            return _("Open a record with a customer beside it first.")
        if reason := pane.refusal(deed):
            return reason
        return "" if pane.buttons(deed) else _("Nothing of this customer fits.")

    for deed in DEEDS.values():
        name = f"{section}.{deed.name}"
        title = _("{deed}…").format(deed=deed.title)
        yield Action(name, title, partial(start, deed), "users", refusal=partial(refusal, deed))
    title = _("Show the journal of what was done for customers")
    yield Action(f"{section}.journal", title, lambda _ids: view().open_journal(), "history")
