"""A batch of events as the tracking script sends it: JSON, with every size bounded.

A number beyond its bounds becomes the nearest that fits, any other value that does not fit is as if
it had not been sent, and an event without its type is left out: one odd value costs no other event.
"""

from math import isfinite, isnan
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)

from funneldesk.server.parts.tracking.replays import EPOCH_MS
from funneldesk.server.web.fields import LARGEST_ID, Words

MOST_EVENTS = 100
MOST_REPLAY_EVENTS = 2000
_LATEST_MS = 100 * EPOCH_MS
_MOST_PAIRS = 50
_LONGEST_ADDRESS = 2048
_MOST_PIXELS = 100_000
_LONGEST_DAY_MS = 24 * 3600 * 1000


def _cut(value: Any) -> Any:
    """Browsers' addresses have no bound: what is too long is cut, not refused."""
    return value[:_LONGEST_ADDRESS].replace("\0", "") if isinstance(value, str) else value


def _clamped(value: Any, least: float, most: float) -> Any:
    """The nearest number within the bounds; what is no number stays for others to refuse."""
    if isinstance(value, bool) or not isinstance(value, int | float) or isnan(value):
        raise ValueError("This field must be a number.")
    return min(max(value, least), most)


def _within(least: int, most: int) -> BeforeValidator:
    return BeforeValidator(lambda value: round(_clamped(value, least, most)))


def _number_within(least: float, most: float) -> BeforeValidator:
    return BeforeValidator(lambda value: _clamped(value, least, most))


def _moment(value: Any) -> Any:
    """Milliseconds from the start, or of the clock."""
    found = _clamped(value, 0, _LATEST_MS)
    return round(found if found >= EPOCH_MS else min(found, _LONGEST_DAY_MS))


def _no_bool(value: Any) -> Any:
    if isinstance(value, bool) or (isinstance(value, float) and not isfinite(value)):
        raise ValueError("This field must be a number.")
    return value


def _or(usual: Any) -> WrapValidator:
    """What does not fit is as if it had not been sent."""

    def read(value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
        try:
            return handler(value)
        except ValidationError:
            return usual

    return WrapValidator(read)


def _usable(kind: TypeAdapter[Any], most: int) -> BeforeValidator:
    """The first entries of a list that can be read."""

    def read(value: Any) -> Any:
        if not isinstance(value, list):
            return value
        found: list[Any] = []
        for each in value:
            try:
                found.append(kind.validate_python(each))
            except ValidationError:
                continue
            if len(found) == most:
                break
        return found

    return BeforeValidator(read)


Address = Annotated[str, BeforeValidator(_cut), _or("")]
Pixels = Annotated[int, _within(-_MOST_PIXELS, _MOST_PIXELS), _or(0)]
Size = Annotated[int, _within(0, _MOST_PIXELS), _or(0)]
Milliseconds = Annotated[int, BeforeValidator(_moment)]
Id = Annotated[int, BeforeValidator(_no_bool), Field(ge=1, le=LARGEST_ID)]
Code = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
MaybeWords = Annotated[Words | None, _or(None)]
_PAIR = TypeAdapter(tuple[Id, Code])


class _Sent(BaseModel):
    """Keys that nobody knows are left out, so that nothing strange is ever kept."""

    model_config = ConfigDict(extra="ignore", allow_inf_nan=False)


class EventData(_Sent):
    """What an event may tell besides; nothing of what is typed into a page."""

    pct: Annotated[Annotated[float, _number_within(0, 100)] | None, _or(None)] = None
    gender: Annotated[Literal["male", "female"] | None, _or(None)] = None
    email: Annotated[Annotated[Words, Field(max_length=254)] | None, _or(None)] = None
    name: MaybeWords = None
    product_id: Annotated[Id | None, _or(None)] = None
    product_code: MaybeWords = None
    quantity: Annotated[Annotated[int, Field(ge=1, le=1_000_000)] | None, _or(None)] = None
    value: Annotated[
        Annotated[float, BeforeValidator(_no_bool), Field(ge=0, le=1e9)] | None, _or(None)
    ] = None


class SentEvent(_Sent):
    """An event; ``pairs`` are the split tests and variants that a page view met."""

    type: Literal["page_view", "engagement", "add_to_cart", "video_progress", "identify"]
    seconds: Annotated[int, _within(0, 3600), _or(0)] = 0
    data: Annotated[EventData | None, _or(None)] = None
    pairs: Annotated[list[tuple[Id, Code]], _usable(_PAIR, _MOST_PAIRS), _or([])] = []


class ReplayEvent(_Sent):
    """A movement of the pointer, a click or a scroll; ``ts`` in milliseconds from the start, or of
    the clock."""

    type: Literal["mousemove", "click", "scroll"]
    x: Pixels = 0
    y: Pixels = 0
    ts: Milliseconds
    target: Annotated[Annotated[Words, Field(max_length=128)] | None, _or(None)] = None
    scrollY: Size = 0  # noqa: N815 - the document's name


def _in_order(events: list[ReplayEvent]) -> list[ReplayEvent]:
    """Events come in their order: a clock that is set back meanwhile stands still."""
    latest = 0
    for each in events:
        latest = each.ts = max(latest, each.ts)
    return events


def _storable_view(code: str) -> str:
    return code.lower()


class Batch(_Sent):
    """``view`` names the page view, so that its replay stays together; ``screen`` is ``1920x1080``,
    ``viewport`` width and height in CSS pixels."""

    page: Annotated[Id | None, _or(None)] = None
    view: Annotated[Annotated[Code, AfterValidator(_storable_view)] | None, _or(None)] = None
    url: Address = ""
    referrer: Address = ""
    screen: Annotated[Annotated[str, Field(pattern=r"^\d{1,5}x\d{1,5}$")] | None, _or(None)] = None
    viewport: Annotated[tuple[Size, Size], _or((0, 0))] = (0, 0)
    events: Annotated[list[SentEvent], _usable(TypeAdapter(SentEvent), MOST_EVENTS)] = []
    replay: Annotated[
        list[ReplayEvent],
        _usable(TypeAdapter(ReplayEvent), MOST_REPLAY_EVENTS),
        AfterValidator(_in_order),
    ] = []
