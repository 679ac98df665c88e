"""Components on the wire: building blocks of pages (document: Component; quirks 29 to 32)."""

from datetime import datetime
from typing import Any

from funneldesk.contract.shapes import Draft, Filter, Patch, Record

CODE_PREFIX = "custom-"
"""What every component's code begins with (quirk 31)."""

REVISION_CONFLICT = "revision_conflict"
IN_USE = "component_in_use"
"""Codes of refusals (409)."""

VISUAL = "editor"
"""The type of components that the visual builder made."""


class ComponentSummary(Record):
    """A row of ``GET …/components``: no html, css or config (quirk 32)."""

    id: int
    name: str = ""
    code: str = ""
    type: str | None = None
    screenshot: str | None = None
    tags: list[Any] = []
    brand_id: int | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None


class ComponentChoice(Record):
    """A row of ``GET …/components/all``: only components with a builder config (quirk 32)."""

    id: int
    name: str = ""
    code: str = ""
    type: str | None = None
    config: dict[str, Any] | None = None
    screenshot: str | None = None


class Component(Record):
    """A component, whole, with its live sources exactly as stored."""

    id: int
    name: str = ""
    code: str = ""
    type: str | None = None
    screenshot: str | None = None
    html: str | None = None
    css: str | None = None
    config: dict[str, Any] | None = None
    brand_id: int | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None


class ComponentChanged(Record):
    """The answer to an update: no content (quirk 29)."""

    id: int
    name: str = ""
    code: str = ""
    type: str | None = None
    brand_id: int | None = None
    updated_at: datetime | None = None


class ComponentContent(Record):
    """The answer of ``GET …/editor``: ``revision_id`` is there when this is a draft (quirk 30)."""

    id: int
    name: str = ""
    code: str = ""
    html: str | None = None
    revision_id: int | None = None

    @property
    def is_draft(self) -> bool:
        """Whether this is not what visitors see."""
        return self.revision_id is not None


class ContentSaved(Record):
    """The answer to a save of content: the draft's number, None once published (quirk 30)."""

    success: bool = True
    revision_id: int | None = None


class RevisionConflict(Record):
    """The body of a 409: the draft is not the one that was expected; the one that is, if any."""

    success: bool = False
    code: str = REVISION_CONFLICT
    message: str | None = None
    latest_revision_id: int | None = None


class DraftsDiscarded(Record):
    """The answer to ``POST …/editor/discard``."""

    success: bool = True


class BuilderConfig(Record):
    """What the visual builder works on, made ready by the platform: never to be written back.

    Its structure is not shown; ``assets`` holds files of the brand (quirk 32).
    """

    data: Any = None
    styles: Any = None
    assets: Any = None


class ComponentFilter(Filter):
    """The query of ``GET …/components/all``; ``short`` leaves the config out."""

    type: str | None = None
    short: bool | None = None


class ComponentDraft(Draft):
    """``POST …/components``. A code without ``custom-`` in front gets it (quirk 31)."""

    name: str
    code: str | None = None
    html: str | None = None
    css: str | None = None
    config: dict[str, Any] | None = None


class ComponentPatch(Patch):
    """``PUT …/components/{component}``: the name always goes along; content does not (quirk 29)."""

    name: str
    code: str | None = None


class ContentDraft(Draft):
    """``POST …/editor``: ``revision_id`` names the draft that is to be changed.

    ``expected_revision_id`` is the draft that was read before: 409 when it is another one by now.
    """

    html: str
    revision_id: int | None = None
    expected_revision_id: int | None = None
