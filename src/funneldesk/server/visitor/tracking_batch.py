"""A batch of events as the tracking script sends it: JSON, with every size bounded."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from funneldesk.server.web.fields import LARGEST_ID, Words

MOST_EVENTS = 100
MOST_REPLAY_EVENTS = 2000
_LONGEST_ADDRESS = 2048
_MOST_PIXELS = 100_000
_LONGEST_DAY_MS = 24 * 3600 * 1000


def _cut(value: Any) -> Any:
    """Browsers' addresses have no bound: what is too long is cut, not refused."""
    return value[:_LONGEST_ADDRESS].replace("\0", "") if isinstance(value, str) else value


def _whole(value: Any) -> Any:
    return round(value) if isinstance(value, float) and abs(value) < 1e15 else value


def _no_bool(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("This field must be a number.")
    return value


Address = Annotated[str, BeforeValidator(_cut)]
Pixels = Annotated[int, BeforeValidator(_whole), Field(ge=-_MOST_PIXELS, le=_MOST_PIXELS)]
Size = Annotated[int, BeforeValidator(_whole), Field(ge=0, le=_MOST_PIXELS)]
Milliseconds = Annotated[int, BeforeValidator(_whole), Field(ge=0, le=_LONGEST_DAY_MS)]
Id = Annotated[int, BeforeValidator(_no_bool), Field(ge=1, le=LARGEST_ID)]
Code = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]


class _Sent(BaseModel):
    """Keys that nobody knows are left out, so that nothing strange is ever kept."""

    model_config = ConfigDict(extra="ignore", allow_inf_nan=False)


class EventData(_Sent):
    """What an event may tell besides; nothing of what is typed into a page."""

    pct: Annotated[float, BeforeValidator(_no_bool), Field(ge=0, le=100)] | None = None
    gender: Literal["male", "female"] | None = None
    email: Annotated[Words, Field(max_length=254)] | None = None
    name: Words | None = None
    product_id: Id | None = None
    product_code: Words | None = None
    quantity: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    value: Annotated[float, BeforeValidator(_no_bool), Field(ge=0, le=1e9)] | None = None


class SentEvent(_Sent):
    """An event; ``pairs`` are the split tests and variants that a page view met."""

    type: Literal["page_view", "engagement", "add_to_cart", "video_progress", "identify"]
    seconds: Annotated[int, BeforeValidator(_whole), Field(ge=0, le=3600)] = 0
    data: EventData | None = None
    pairs: Annotated[list[tuple[Id, Code]], Field(max_length=50)] = []


class ReplayEvent(_Sent):
    """A movement of the pointer, a click or a scroll; ``ts`` in milliseconds from the start."""

    type: Literal["mousemove", "click", "scroll"]
    x: Pixels = 0
    y: Pixels = 0
    ts: Milliseconds
    target: Annotated[Words, Field(max_length=128)] | None = None
    scrollY: Size = 0  # noqa: N815 - the document's name


def _storable_view(code: str) -> str:
    return code.lower()


class Batch(_Sent):
    """``view`` names the page view, so that its replay stays together; ``screen`` is ``1920x1080``,
    ``viewport`` width and height in CSS pixels."""

    page: Id | None = None
    view: Annotated[Code, AfterValidator(_storable_view)] | None = None
    url: Address = ""
    referrer: Address = ""
    screen: Annotated[str, Field(pattern=r"^\d{1,5}x\d{1,5}$")] | None = None
    viewport: tuple[Size, Size] = (0, 0)
    events: Annotated[list[SentEvent], Field(max_length=MOST_EVENTS)] = []
    replay: Annotated[list[ReplayEvent], Field(max_length=MOST_REPLAY_EVENTS)] = []
