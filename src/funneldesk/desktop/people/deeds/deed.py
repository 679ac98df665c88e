"""Deed: something done for a customer that has an effect in the world, declared as data."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.field_spec import FieldSpec

if TYPE_CHECKING:
    from funneldesk.client import Api

Body = Mapping[str, Any]
"""An order or a subscription as JSON."""
Values = Mapping[str, Any]
Request = Mapping[str, Any]
"""What is sent, and kept in the journal: JSON without any secret."""


async def _as_it_is(_api: "Api", body: Body) -> Body:
    return body


@dataclass(frozen=True, slots=True)
class Deed:
    """``name`` is kept in the journal, so that it never changes; ``part`` has the record, which
    ``identity`` names. All words are asked with the record as it was read just before."""

    name: str
    part: str
    identity: str
    title: str
    """The sheet's title and the button's tip."""
    short: str
    """The button in a narrow pane."""
    doing: str
    applies: Callable[[Body], bool]
    """Whether a record in this state has the button at all."""
    read: "Callable[[Api, str], Awaitable[Body]]"
    says: Callable[[Body, Values, Formats], str]
    """Exactly what will happen."""
    action: Callable[[Body, Values, Formats], str]
    """The words of the sheet's button."""
    told: Callable[[Body, Request, Formats], str]
    """What was done, as the journal has it: "Refund of €20.00 for order 1234"."""
    sentence: Callable[[Body, Body, Request, Formats], str]
    """What was done, as it can be told to the customer; with the record before and after."""
    request: Callable[[Body, Values], Request]
    send: "Callable[[Api, str, Request], Awaitable[object]]"
    marks: Callable[[Body], dict[str, Any]]
    """What of the record tells whether the deed was carried out."""
    is_there: Callable[[Mapping[str, Any], Mapping[str, Any], Request], bool | None]
    """Whether it was carried out, from the marks before and after; None when they do not tell."""
    fields: Callable[[Body, Formats], tuple[FieldSpec, ...]] = lambda *_: ()
    first: Callable[[Body], Values] = lambda _: {}
    prepare: "Callable[[Api, Body], Awaitable[Body]]" = _as_it_is
    """Adds to the record what the sheet needs besides."""
    refusal: Callable[[Body], str] = lambda _: ""
    """Why it cannot be done to this record, in a sentence."""
    typed: Callable[[Body], str] = lambda _: ""
    """What has to be typed before it is done; "" for nothing."""
    asks_again: bool = False
    """A second one on the same record within some minutes has to be typed."""
    takes_money: bool = False
    shortfall: Callable[[Body], str] = lambda _: ""
    """What the record says against it although it was done, in a sentence: a declined payment."""

    def record_id(self, body: Body) -> str:
        """What names the record that this is done to."""
        return str(body.get(self.identity) or body.get("id") or "")
