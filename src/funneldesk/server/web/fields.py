"""The kinds of value that request bodies hold, with the document's limits (document: Limits)."""

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

LARGEST_ID = 2**63 - 1
_SWITCH = {"0": False, "1": True, "false": False, "true": True}


class Input(BaseModel):
    """A request body. Keys that the endpoint does not know are ignored."""

    model_config = ConfigDict(extra="ignore")


def _storable(text: str) -> str:
    if "\0" in text:
        raise ValueError("A NUL character (U+0000) cannot be stored.")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ValueError("Half of a surrogate pair is no character.") from error
    return text


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("This field is required and may not be empty.")
    return text


def _blank_is_none(value: Any) -> Any:
    return None if value == "" else value


def _empty_is_none(value: Any) -> Any:
    return None if value in ("", [], {}) else value


def _number(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("This field must be an integer.")
    return value


def _switch(value: Any) -> Any:
    return _SWITCH.get(str(value), value) if isinstance(value, str | int) else value


CLEARABLE = BeforeValidator(_blank_is_none)
"""An empty string clears the field (quirk 23)."""

EMPTY_IS_NONE = BeforeValidator(_empty_is_none)
"""Nothing may be written as an empty list, object or text."""

Title = Annotated[str, Field(max_length=255), AfterValidator(_storable), AfterValidator(_not_blank)]
Words = Annotated[str, Field(max_length=255), AfterValidator(_storable)]
Text = Annotated[str, AfterValidator(_storable)]

OptionalWords = Annotated[Words | None, CLEARABLE]
OptionalText = Annotated[Text | None, CLEARABLE]
OptionalId = Annotated[
    Annotated[int, BeforeValidator(_number), Field(ge=1, le=LARGEST_ID)] | None, CLEARABLE
]
OptionalSwitch = Annotated[
    Annotated[bool, Field(strict=True), BeforeValidator(_switch)] | None, CLEARABLE
]
