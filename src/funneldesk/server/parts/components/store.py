"""Queries on components: every one within a brand (quirks 29 to 32)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Select, delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from funneldesk.contract.components import REVISION_CONFLICT, VISUAL
from funneldesk.contract.folding import fold
from funneldesk.server.db.counters import counted, move
from funneldesk.server.db.types import now
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.components.renaming import rewrite_references
from funneldesk.server.parts.components.rules import (
    NoSuchDraft,
    Step,
    code_for,
    code_stem,
    is_code,
    step_of,
)
from funneldesk.server.parts.components.tables import (
    ComponentDraftRow,
    ComponentRow,
    ComponentSourceRow,
)
from funneldesk.server.web.errors import Refused, invalid, missing
from funneldesk.server.web.fields import LARGEST_ID
from funneldesk.server.web.listing import By, Paging, rows_of

COUNTER = "components"
VERSION = "components/version"
"""A counter that moves with every change that visitors of pages may see."""

_ORDER = (By(ComponentRow.updated_at, True), By(ComponentRow.id, True))
_TAKEN = "The code has already been taken."
Both = tuple[ComponentRow, ComponentSourceRow]


class ComponentStore:
    """The components of one brand, in one session."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id

    def list(self, wanted: Paging) -> tuple[int, Sequence[Any]]:
        """How many there are, and those of a page, the one that changed last first."""
        total = counted(self._session, self._brand_id, COUNTER)
        equal = {ComponentRow.brand_id: self._brand_id}
        return total, rows_of(self._session, ComponentRow, equal, _ORDER, total, wanted)

    def choices(self, kind: str | None) -> Sequence[ComponentRow]:
        """All components with a builder config, by name; ``kind`` narrows to one type."""
        query = self._own().where(ComponentRow.type == VISUAL)
        if kind and kind != VISUAL:
            return []
        return sorted(self._session.scalars(query), key=lambda row: (fold(row.name), row.id))

    def sources(self, ids: Collection[int]) -> dict[int, ComponentSourceRow]:
        """The sources of components by their ids."""
        query = select(ComponentSourceRow).where(
            ComponentSourceRow.brand_id == self._brand_id, ComponentSourceRow.component_id.in_(ids)
        )
        return {row.component_id: row for row in self._session.scalars(query)}

    def find(self, id_or_code: str, *, lock: bool = False) -> ComponentRow:
        """A component by its number or its code. Raises Refused (404)."""
        query = self._own()
        if id_or_code.isascii() and id_or_code.isdecimal():
            number = int(id_or_code) if len(id_or_code) < 20 else LARGEST_ID + 1
            query = query.where(ComponentRow.id == min(number, LARGEST_ID))
            found = None if number > LARGEST_ID else self._first(query, lock=lock)
        else:
            query = query.where(ComponentRow.code == id_or_code)
            found = self._first(query, lock=lock) if is_code(id_or_code) else None
        if found is None:
            raise missing("component")
        return found

    def get(self, id_or_code: str) -> Both:
        """A component with its live sources. Raises Refused (404)."""
        row = self.find(id_or_code)
        return row, self._source(row)

    def by_codes(self, codes: Collection[str]) -> dict[str, ComponentSourceRow]:
        """The live sources of those components that exist, by code."""
        query = (
            select(ComponentRow.code, ComponentSourceRow)
            .join(
                ComponentSourceRow,
                (ComponentSourceRow.brand_id == ComponentRow.brand_id)
                & (ComponentSourceRow.component_id == ComponentRow.id),
            )
            .where(ComponentRow.brand_id == self._brand_id, ComponentRow.code.in_(codes))
        )
        return {found.code: found.ComponentSourceRow for found in self._session.execute(query)}

    def version(self) -> int:
        """A number that is another one after every change that visitors may see."""
        return counted(self._session, self._brand_id, VERSION)

    def create(self, values: Mapping[str, Any]) -> Both:
        """A new component. Raises Refused (422) for a code that is taken."""
        config = values.get("config")
        row = ComponentRow(brand_id=self._brand_id, name=values["name"])
        row.code = values.get("code") or self._free_code(values["name"])
        row.type = VISUAL if config is not None else None
        with _code_checked():
            self._session.add(row)
            self._session.flush()
        source = ComponentSourceRow(brand_id=self._brand_id, component_id=row.id, config=config)
        source.html, source.css = values.get("html"), values.get("css")
        self._session.add(source)
        self._session.flush()
        move(self._session, self._brand_id, COUNTER, 1)
        move(self._session, self._brand_id, VERSION, 1)
        return row, source

    def update(self, id_or_code: str, values: Mapping[str, Any]) -> ComponentRow:
        """Set the name and, where one is sent, the code, with its references (quirk 31).

        Raises Refused (404, 422).
        """
        row = self.find(id_or_code, lock=True)
        old = row.code
        row.name = values["name"]
        row.code = values.get("code") or old
        row.updated_at = now()
        with _code_checked():
            self._session.flush()
        if row.code != old:
            rewrite_references(self._session, self._brand_id, old, row.code)
            move(self._session, self._brand_id, VERSION, 1)
        return row

    def save(
        self, id_or_code: str, html: str, *, draft: bool, revision_id: int | None
    ) -> int | None:
        """Save content; the number of the draft, None when it was published.

        Raises Refused (404, 422).
        """
        row = self.find(id_or_code, lock=True)
        drafts = self._session.scalars(
            self._drafts(row).with_only_columns(ComponentDraftRow.id)
        ).all()
        try:
            step = step_of(draft=draft, revision_id=revision_id, drafts=drafts)
        except NoSuchDraft as error:
            raise invalid({"revision_id": "There is no draft of this number."}) from error
        if step is Step.PUBLISH:
            self._publish(row, html)
            return None
        kept = None
        if step is Step.CHANGE_DRAFT:
            kept = self._session.get(ComponentDraftRow, (self._brand_id, revision_id))
        written = kept or ComponentDraftRow(brand_id=self._brand_id, component_id=row.id)
        written.html, written.updated_at = html, now()
        self._session.add(written)
        self._session.flush()
        return written.id

    def expect_draft(self, id_or_code: str, revision_id: int) -> None:
        """Raises Refused (409) unless this is the draft that changed last; 404 as others do."""
        newest = self.newest_draft(self.find(id_or_code, lock=True))
        latest = newest.id if newest is not None else None
        if latest != revision_id:
            raise Refused(
                409,
                {
                    "success": False,
                    "code": REVISION_CONFLICT,
                    "message": "The draft was changed, published or discarded meanwhile.",
                    "latest_revision_id": latest,
                },
            )

    def discard(self, id_or_code: str) -> None:
        """Drop all drafts. Raises Refused (404)."""
        self._drop_drafts(self.find(id_or_code, lock=True))

    def newest_draft(self, row: ComponentRow) -> ComponentDraftRow | None:
        """The draft that changed last."""
        query = self._drafts(row).order_by(
            ComponentDraftRow.updated_at.desc(), ComponentDraftRow.id.desc()
        )
        return self._session.scalar(query.limit(1))

    def has_draft(self, row: ComponentRow, revision_id: int) -> bool:
        """Whether the component has a draft of this number."""
        found = self._session.get(ComponentDraftRow, (self._brand_id, revision_id))
        return found is not None and found.component_id == row.id

    def _publish(self, row: ComponentRow, html: str) -> None:
        self._source(row).html = html
        row.updated_at = now()
        self._drop_drafts(row)
        self._session.flush()
        move(self._session, self._brand_id, VERSION, 1)

    def _drop_drafts(self, row: ComponentRow) -> None:
        self._session.execute(
            delete(ComponentDraftRow).where(
                ComponentDraftRow.brand_id == self._brand_id,
                ComponentDraftRow.component_id == row.id,
            )
        )

    def _drafts(self, row: ComponentRow) -> Select[ComponentDraftRow]:
        return select(ComponentDraftRow).where(
            ComponentDraftRow.brand_id == self._brand_id, ComponentDraftRow.component_id == row.id
        )

    def _own(self) -> Select[ComponentRow]:
        return select(ComponentRow).where(ComponentRow.brand_id == self._brand_id)

    def _first(self, query: Select[ComponentRow], *, lock: bool) -> ComponentRow | None:
        return self._session.scalar(query.with_for_update() if lock else query)

    def _source(self, row: ComponentRow) -> ComponentSourceRow:
        return self._session.get_one(ComponentSourceRow, (self._brand_id, row.id))

    def _free_code(self, name: str) -> str:
        # Other creates of this brand wait, so that what is free stays free.
        self._session.execute(
            select(BrandRow.id).where(BrandRow.id == self._brand_id).with_for_update()
        )
        near = select(ComponentRow.code).where(
            ComponentRow.brand_id == self._brand_id,
            ComponentRow.code.startswith(code_stem(name), autoescape=True),
        )
        return code_for(name, set(self._session.scalars(near)))


@contextmanager
def _code_checked() -> Iterator[None]:
    """Turns the database's own word on a code that is taken into a 422."""
    try:
        yield
    except IntegrityError as error:
        if "code" not in str(error.orig):
            raise
        raise invalid({"code": _TAKEN}) from error
