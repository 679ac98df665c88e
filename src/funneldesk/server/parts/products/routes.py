"""The endpoints of products (document: Endpoints, Products; quirks 3, 13, 38 and 39)."""

from typing import Annotated, Any

from fastapi import Depends, Request, Response
from sqlalchemy.orm import Session

from funneldesk.contract.products import Product, ProductChoice, ProductUpdated
from funneldesk.contract.shapes import Record
from funneldesk.server.parts.products.bodies import updated_body
from funneldesk.server.parts.products.brought import Brought, with_urls
from funneldesk.server.parts.products.paginator import paginated
from funneldesk.server.parts.products.rules import ProductCreate, ProductUpdate
from funneldesk.server.parts.products.store import ProductStore
from funneldesk.server.parts.products.tables import ProductRow
from funneldesk.server.web.access import Access, allow
from funneldesk.server.web.answers import Json
from funneldesk.server.web.forms import Sent, form_body, json_or_form
from funneldesk.server.web.listing import Paging, paging
from funneldesk.server.web.quick import in_thread
from funneldesk.server.web.roles import Need
from funneldesk.server.web.scheduling import Router

router = Router(prefix="/api/brands/{brand:int}/products", tags=["products"])

Reading = Annotated[Access, Depends(allow("products", Need.READ))]
Writing = Annotated[Access, Depends(allow("products", Need.WRITE))]
Body = Annotated[Sent, Depends(json_or_form)]
_FILES = {"image": False}
_CREATED = form_body(ProductCreate, files=_FILES, json_too=True)
_UPDATED = form_body(ProductUpdate, files=_FILES, json_too=True)
_ONE = "/{product:int}"


class ProductListing(Record):
    """The envelope of ``GET …/products``, with the addresses of other pages."""

    current_page: int
    data: list[Product]
    per_page: int
    total: int
    last_page: int
    first_page_url: str
    last_page_url: str
    next_page_url: str | None
    prev_page_url: str | None
    path: str
    links: list[Any]


class Deleted(Record):
    """The answer to a deletion."""

    message: str


@router.get("", response_model=ProductListing)
async def list_(
    request: Request, access: Reading, wanted: Annotated[Paging, Depends(paging())]
) -> Response:
    """A page of the products, the newest first."""

    def look(session: Session) -> tuple[list[dict[str, Any]], int]:
        return ProductStore(session, access.brand_id).page(wanted)

    products, total = await in_thread(access.platform.database, look)
    path = str(request.url.replace(query="", fragment=""))
    return Json(paginated(path, wanted, total, [with_urls(request, one) for one in products]))


@router.get("/all", response_model=list[ProductChoice])
def list_all(request: Request, access: Reading) -> Response:
    """All products in short."""
    with access.platform.database.reading() as session:
        products = ProductStore(session, access.brand_id).list()
    return Json([with_urls(request, one) for one in products])


@router.get(_ONE, response_model=Product)
def get(product: int, request: Request, access: Reading) -> Response:
    """A product, whole."""
    with access.platform.database.reading() as session:
        store = ProductStore(session, access.brand_id)
        return _whole(request, store, store.get(product))


@router.post("", response_model=Product, openapi_extra=_CREATED)
def create(request: Request, access: Writing, sent: Body) -> Response:
    """A new product; answers it whole."""
    body = sent.read(ProductCreate)
    if sent.files:  # no file is stored for a code that is taken
        with access.platform.database.reading() as session:
            ProductStore(session, access.brand_id).check_code(body.code)
    brought = Brought.of(request, access, sent, body)
    with access.platform.database.writing() as session:
        store = ProductStore(session, access.brand_id)
        row = store.create(brought.values)
        brought.put_files(store, row)
        return _whole(request, store, row)


@router.put(_ONE, response_model=ProductUpdated, openapi_extra=_UPDATED)
def update(product: int, request: Request, access: Writing, sent: Body) -> Response:
    """Change what was sent; answers five fields (quirk 38)."""
    body = sent.read(ProductUpdate)
    with access.platform.database.reading() as session:
        ProductStore(session, access.brand_id).get(product)
    brought = Brought.of(request, access, sent, body)
    with access.platform.database.writing() as session:
        store = ProductStore(session, access.brand_id)
        row = store.update(product, brought.values)
        brought.put_files(store, row)
        return Json(updated_body(row))


@router.post(_ONE, response_model=ProductUpdated, openapi_extra=_UPDATED)
def update_by_post(product: int, request: Request, access: Writing, sent: Body) -> Response:
    """The same handler, for clients whose PUT was answered by the login page (quirk 3)."""
    return update(product, request, access, sent)


@router.delete(_ONE, response_model=Deleted)
def delete(product: int, access: Writing) -> Response:
    """Remove a product for good."""
    with access.platform.database.writing() as session:
        ProductStore(session, access.brand_id).delete(product)
    return Json({"message": "product deleted"})


@router.post(f"{_ONE}/clone", response_model=Product)
def clone(product: int, request: Request, access: Writing) -> Response:
    """A product like this one, under a code of its own."""
    with access.platform.database.writing() as session:
        store = ProductStore(session, access.brand_id)
        return _whole(request, store, store.clone(product))


def _whole(request: Request, store: ProductStore, row: ProductRow) -> Response:
    return Json(with_urls(request, store.whole([row])[0]))
