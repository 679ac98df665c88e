"""What the fields of quizzes and screens may be (document: Quiz; quirks 6, 21, 52 and 54)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field

from funneldesk.contract.html_words import LONGEST
from funneldesk.server.db.chance import chance
from funneldesk.server.web import values
from funneldesk.server.web.decoding import NotUsable, decoded
from funneldesk.server.web.documents import Document, storable
from funneldesk.server.web.fields import CLEARABLE, Input, OptionalId, OptionalText, Text, Title

FILES = ("audio_file", "image_preview_file")
"""Fields of a screen that take a file, or its address once it has one."""

MOST_OPTIONS = 200
LARGEST_ORDER = 2**31 - 1
EMPTY_FLOW: dict[str, Any] = {"drawflow": {"Home": {"data": {}}}}
"""The flow of a quiz that has none."""

_CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_code() -> str:
    """A code that no other quiz or screen will have."""
    return "".join(chance().choice(_CODE_LETTERS) for _ in range(12))


def _no_switch(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("This field must be an integer.")
    return value


def _from_text(value: Any) -> Any:
    """Forms can send what is no text only as JSON in a text."""
    if not isinstance(value, str) or value == "":
        return value
    try:
        return decoded(value)
    except NotUsable as error:
        raise ValueError("This field must be valid JSON.") from error


def _text_of(value: Any) -> Any:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if is_number else value


Position = Annotated[int, BeforeValidator(_no_switch), Field(ge=0, le=LARGEST_ORDER)]
FileAddress = Annotated[
    Annotated[Text, Field(max_length=2048), AfterValidator(values.address_served)] | None, CLEARABLE
]


class QuizInput(Input):
    """The body of a create call."""

    name: Title


class QuizChange(Input):
    """The body of an update: the name is always required."""

    name: Title
    page_id: OptionalId = None
    config: Document | None = None


class FlowInput(Input):
    """The flow graph, whole; None clears it (quirk 54)."""

    flow: Document | None


class Option(Input):
    """A choice; further keys are kept."""

    model_config = ConfigDict(extra="allow")

    label: Annotated[Text, Field(max_length=1000), BeforeValidator(_text_of)]
    value: Annotated[Text, Field(max_length=255), BeforeValidator(_text_of)]


ScreenType = Literal[
    "single_choice",
    "multiple_choice",
    "text_input",
    "rating",
    "result",
    "info",
    "video",
    "image",
]


class ScreenInput(Input):
    """The body of create and update calls of a screen."""

    name: Title
    type: ScreenType
    title: OptionalText = None
    subtitle: OptionalText = None
    options: Annotated[
        Annotated[list[Option], Field(max_length=MOST_OPTIONS)] | None,
        BeforeValidator(storable),
        BeforeValidator(_from_text),
        CLEARABLE,
    ] = None
    screen_settings: Annotated[Document | None, BeforeValidator(_from_text), CLEARABLE] = None
    content: Annotated[Annotated[Text, Field(max_length=LONGEST)] | None, CLEARABLE] = None
    style: Annotated[Literal["light", "dark"] | None, CLEARABLE] = None
    order: Annotated[Position | None, CLEARABLE] = None
    audio_file: FileAddress = None
    image_preview_file: FileAddress = None


class ScreenOrderInput(Input):
    """A map of screen ids to places (quirk 52)."""

    order: dict[str, Position]


def update_errors(messages: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The 422 body of a quiz update: it adds ``message`` and ``component_errors`` (quirk 21).

    ``component_errors`` are those within ``config``, by their path inside of it.
    """
    inside = {
        name.removeprefix("config").removeprefix(".") or "config": list(texts)
        for name, texts in messages.items()
        if name == "config" or name.startswith("config.")
    }
    first = next((texts[0] for texts in messages.values() if texts), "The quiz cannot be saved.")
    return {"message": first, "errors": dict(messages), "component_errors": inside}
