"""What a component may be, and the states of its content (document: Component content; quirks
29 to 31)."""

import re
from collections.abc import Collection
from enum import Enum
from typing import Annotated

from pydantic import AfterValidator, Field

from funneldesk.contract.components import CODE_PREFIX
from funneldesk.server.parts.pages.slugs import free_slug, slug_of
from funneldesk.server.web.documents import Document
from funneldesk.server.web.fields import (
    CLEARABLE,
    Input,
    OptionalId,
    OptionalSwitch,
    OptionalText,
    Text,
    Title,
    Words,
)

LONGEST_CODE = 255
_CODE = re.compile(r"custom-[A-Za-z0-9][A-Za-z0-9_-]*", re.ASCII)


def is_code(text: str) -> bool:
    """Whether the text can be a component's code at all."""
    return len(text) <= LONGEST_CODE and _CODE.fullmatch(text) is not None


def prefixed(code: str) -> str:
    """The code with ``custom-`` in front, once."""
    return code if code.startswith(CODE_PREFIX) else CODE_PREFIX + code


def code_for(name: str, taken: Collection[str]) -> str:
    """A free code made from a component's name."""
    return free_slug(code_stem(name), taken)


def code_stem(name: str) -> str:
    """What a code made from the name begins with."""
    return (CODE_PREFIX + slug_of(name))[: LONGEST_CODE - 16].rstrip("-.")


def _code(text: str) -> str:
    code = prefixed(text)
    if not is_code(code):
        raise ValueError(
            "The code may hold letters, digits, dashes and underscores, "
            f"at most {LONGEST_CODE} with its prefix."
        )
    return code


OptionalCode = Annotated[Annotated[Words, AfterValidator(_code)] | None, CLEARABLE]


class ComponentCreate(Input):
    """The body of a create call; an empty code is generated."""

    name: Title
    code: OptionalCode = None
    html: OptionalText = None
    css: OptionalText = None
    config: Annotated[Document | None, CLEARABLE] = None


class ComponentUpdate(Input):
    """The body of an update call: content is not known here (quirk 29)."""

    name: Title
    code: OptionalCode = None


class ContentInput(Input):
    """The body of a save of content.

    ``draft`` may stand here as well as in the query. ``expected_revision_id`` is the draft that the
    caller had before it.
    """

    html: Annotated[Text, Field(min_length=1)]
    revision_id: OptionalId = None
    draft: OptionalSwitch = None
    expected_revision_id: OptionalId = None


class Step(Enum):
    """What a save of content does."""

    ADD_DRAFT = "add a draft"
    CHANGE_DRAFT = "change a draft"
    PUBLISH = "publish"


class NoSuchDraft(ValueError):
    """The draft that was named does not exist, or no more."""


def step_of(*, draft: bool, revision_id: int | None, drafts: Collection[int]) -> Step:
    """The step that a save asks for; ``drafts`` are the numbers of those that exist.

    Publishing ends every draft, so it may name any. Raises NoSuchDraft.
    """
    if not draft:
        return Step.PUBLISH
    if revision_id is None:
        return Step.ADD_DRAFT
    if revision_id not in drafts:
        raise NoSuchDraft(revision_id)
    return Step.CHANGE_DRAFT
