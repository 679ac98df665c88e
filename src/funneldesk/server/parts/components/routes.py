"""The endpoints of components (document: Endpoints, Components; quirks 20 and 29 to 32)."""

from typing import Annotated, Any

from fastapi import Depends, Query, Request, Response
from sqlalchemy.orm import Session

from funneldesk.contract.components import (
    BuilderConfig,
    Component,
    ComponentChanged,
    ComponentChoice,
    ComponentContent,
    ComponentSummary,
    ContentSaved,
    DraftsDiscarded,
    RevisionConflict,
)
from funneldesk.contract.shapes import Record
from funneldesk.server.parts.components import bodies
from funneldesk.server.parts.components.builder import MOST_ASSETS, ready_config
from funneldesk.server.parts.components.rules import (
    ComponentCreate,
    ComponentUpdate,
    ContentInput,
)
from funneldesk.server.parts.components.store import ComponentStore
from funneldesk.server.parts.files.store import AssetStore
from funneldesk.server.storage.addresses import asset_url, whole_url
from funneldesk.server.web.access import Access, allow
from funneldesk.server.web.answers import Json
from funneldesk.server.web.errors import missing
from funneldesk.server.web.fields import LARGEST_ID
from funneldesk.server.web.listing import Paging, flat, paging
from funneldesk.server.web.quick import quickly
from funneldesk.server.web.roles import Need
from funneldesk.server.web.scheduling import Router
from funneldesk.server.web.twice import once

router = Router(prefix="/api/brands/{brand:int}/components", tags=["components"])

Reading = Annotated[Access, Depends(allow("components", Need.READ))]
Writing = Annotated[Access, Depends(allow("components", Need.WRITE))]
RevisionId = Annotated[int | None, Query(ge=1, le=LARGEST_ID)]

_MOVED_ON: dict[int | str, dict[str, Any]] = {
    409: {"model": RevisionConflict, "description": "the draft is another one by now"}
}


class ComponentListing(Record):
    """The envelope of ``GET …/components``."""

    current_page: int
    data: list[ComponentSummary]
    per_page: int
    total: int
    last_page: int


class CreatedComponent(Record):
    """The envelope of ``POST …/components``."""

    pageComponent: Component  # noqa: N815


@router.get("", response_model=ComponentListing)
async def list_(access: Reading, wanted: Annotated[Paging, Depends(paging())]) -> Response:
    """Summaries, a page of them."""

    def look(session: Session) -> Response:
        total, rows = ComponentStore(session, access.brand_id).list(wanted)
        return Json(flat(wanted, total, [bodies.summary(row) for row in rows]))

    return await quickly(access.platform.database, look)


@router.get("/all", response_model=list[ComponentChoice])
def list_all(access: Reading, type: str | None = None, short: bool = False) -> Response:
    """Everything that the visual builder made, for dropdowns."""
    with access.platform.database.reading() as session:
        store = ComponentStore(session, access.brand_id)
        rows = store.choices(type)
        sources = {} if short else store.sources([row.id for row in rows])
        return Json([bodies.choice(row, sources.get(row.id)) for row in rows])


@router.get("/{component}", response_model=Component)
def get(component: str, access: Reading) -> Response:
    """A component, whole, by its number or code."""
    with access.platform.database.reading() as session:
        return Json(bodies.whole(*ComponentStore(session, access.brand_id).get(component)))


@router.post("", response_model=CreatedComponent)
def create(body: ComponentCreate, access: Writing) -> Response:
    """A new component; with a config it is one for the visual builder."""
    with access.platform.database.writing() as session:
        made = ComponentStore(session, access.brand_id).create(body.model_dump())
        return Json({"pageComponent": bodies.whole(*made)})


@router.put("/{component}", response_model=ComponentChanged)
def update(component: str, body: ComponentUpdate, access: Writing) -> Response:
    """Change the name and the code; content is silently ignored (quirk 29)."""
    with access.platform.database.writing() as session:
        store = ComponentStore(session, access.brand_id)
        if body.code and body.code != store.find(component, lock=True).code:
            access.require("pages")  # their html would be rewritten
        return Json(bodies.changed(store.update(component, body.model_dump())))


@router.post("/{component}/editor", response_model=ContentSaved, responses=_MOVED_ON)
def save_content(
    component: str, body: ContentInput, access: Writing, draft: bool | None = None
) -> Response:
    """Save html as a draft, or publish it, which ends all drafts.

    ``draft`` may stand in the body as well; 409 when the draft is no more the one expected.
    """
    is_draft = bool(once("draft", draft, body.draft))
    with access.platform.database.writing() as session:
        store = ComponentStore(session, access.brand_id)
        if body.expected_revision_id is not None:
            store.expect_draft(component, body.expected_revision_id)
        revision_id = store.save(component, body.html, draft=is_draft, revision_id=body.revision_id)
    return Json({"success": True, "revision_id": revision_id})


@router.get("/{component}/editor", response_model=ComponentContent)
def get_content(component: str, access: Reading, published: bool = False) -> Response:
    """The draft that changed last when there is one, otherwise the live html (quirk 30)."""
    with access.platform.database.reading() as session:
        store = ComponentStore(session, access.brand_id)
        row, source = store.get(component)
        draft = None if published else store.newest_draft(row)
        return Json(bodies.content(row, source.html, draft))


@router.post("/{component}/editor/discard", response_model=DraftsDiscarded)
def discard(component: str, access: Writing) -> Response:
    """Drop all drafts; the live component stays."""
    with access.platform.database.writing() as session:
        ComponentStore(session, access.brand_id).discard(component)
    return Json({"success": True})


@router.get("/{component}/builder", response_model=BuilderConfig)
def get_builder(
    component: str, request: Request, access: Reading, revision_id: RevisionId = None
) -> Response:
    """The builder's config, made ready: never to be written back (quirk 32)."""
    with access.platform.database.reading() as session:
        store = ComponentStore(session, access.brand_id)
        row, source = store.get(component)
        if revision_id is not None and not store.has_draft(row, revision_id):
            raise missing("component revision")
        images = AssetStore(session, access.brand_id).images(MOST_ASSETS)
    assets = [
        {
            "type": "image",
            "name": image.file_name,
            "src": whole_url(
                request, asset_url(access.platform.settings, access.brand_id, image.file_path)
            ),
            "width": image.width,
            "height": image.height,
        }
        for image in images
    ]
    return Json(ready_config(source.config or {}, assets))
