"""The endpoints of blogs (document: Endpoints, Blogs; quirks 20 and 58)."""

from typing import Annotated, Any

from fastapi import Body, Depends, Query, Response
from sqlalchemy.orm import Session

from funneldesk.contract.blogs import Blog, BlogCategory, BlogChoice, BlogExported
from funneldesk.contract.shapes import Record
from funneldesk.server.jobs.exports import queue_export
from funneldesk.server.parts.blogs.bodies import blog_body, category_body
from funneldesk.server.parts.blogs.categories import CategoryStore
from funneldesk.server.parts.blogs.rules import (
    BlogInput,
    CategoryCreate,
    CategoryUpdate,
    CloneInput,
    ExportInput,
    Sort,
)
from funneldesk.server.parts.blogs.store import BlogStore
from funneldesk.server.web.access import Access, allow
from funneldesk.server.web.answers import Json
from funneldesk.server.web.listing import Paging, flat, paging
from funneldesk.server.web.quick import in_thread
from funneldesk.server.web.roles import Need
from funneldesk.server.web.scheduling import Router

router = Router(prefix="/api/brands/{brand:int}/blogs", tags=["blogs"])

Reading = Annotated[Access, Depends(allow("blogs", Need.READ))]
Writing = Annotated[Access, Depends(allow("blogs", Need.WRITE))]
_CATEGORIES = "/{blog:int}/categories"


class BlogListing(Record):
    """The envelope of ``GET …/blogs``."""

    current_page: int
    data: list[Blog]
    per_page: int
    total: int
    last_page: int


class OneBlog(Record):
    """The envelope of a write."""

    blog: Blog


class ClonedBlog(OneBlog):
    """The envelope of a clone."""

    id: int


class Deleted(Record):
    """The answer to the deletion of a category."""

    deleted: bool


@router.get("", response_model=BlogListing)
async def list_(
    access: Reading,
    wanted: Annotated[Paging, Depends(paging())],
    q: Annotated[str, Query(max_length=255)] = "",
    sort: Sort = "date_desc",
) -> Response:
    """A page of the blogs."""

    def look(session: Session) -> Response:
        store = BlogStore(session, access.brand_id)
        rows, total = store.page(wanted, q.replace("\0", "").strip(), sort)
        return Json(flat(wanted, total, [blog_body(row) for row in rows]))

    return await in_thread(access.platform.database, look)


@router.get("/all", response_model=list[BlogChoice])
def list_all(access: Reading) -> Response:
    """The blogs with a saved config."""
    with access.platform.database.reading() as session:
        return Json(BlogStore(session, access.brand_id).choices())


@router.post("/export", response_model=BlogExported)
def export(access: Writing, body: Annotated[ExportInput, Body()]) -> Response:
    """Queue an export; the file goes to the address of the key's user."""
    with access.platform.database.writing() as session:
        queue_export(session, access, "blogs", body.model_dump(exclude_none=True))
    return Json({"success": True, "message": "The export is on its way to your e-mail address."})


@router.get("/{blog:int}", response_model=Blog)
def get(blog: int, access: Reading) -> Response:
    """A blog."""
    with access.platform.database.reading() as session:
        return Json(blog_body(BlogStore(session, access.brand_id).get(blog)))


@router.post("", response_model=OneBlog)
def create(body: BlogInput, access: Writing) -> Response:
    """A new blog."""
    with access.platform.database.writing() as session:
        row = BlogStore(session, access.brand_id).create(body.model_dump(exclude_unset=True))
        return Json({"blog": blog_body(row)})


@router.put("/{blog:int}", response_model=OneBlog)
def update(blog: int, body: BlogInput, access: Writing) -> Response:
    """Change what was sent; the name is always sent."""
    with access.platform.database.writing() as session:
        store = BlogStore(session, access.brand_id)
        return Json({"blog": blog_body(store.update(blog, body.model_dump(exclude_unset=True)))})


@router.delete("/{blog:int}", response_model=OneBlog)
def delete(blog: int, access: Writing) -> Response:
    """Put a blog out of sight; the answer is the blog."""
    with access.platform.database.writing() as session:
        return Json({"blog": blog_body(BlogStore(session, access.brand_id).delete(blog))})


@router.post("/{blog:int}/clone", response_model=ClonedBlog)
def clone(
    blog: int, access: Writing, body: Annotated[CloneInput | None, Body()] = None
) -> Response:
    """A copy with what the blog looks like."""
    with access.platform.database.writing() as session:
        row = BlogStore(session, access.brand_id).clone(blog, body.title if body else None)
        return Json({"id": row.id, "blog": blog_body(row)})


@router.get(_CATEGORIES, response_model=list[BlogCategory])
def list_categories(blog: int, access: Reading) -> Response:
    """The categories of a blog, by name."""
    with access.platform.database.reading() as session:
        return Json([category_body(row) for row in _categories(session, access, blog).list()])


@router.post(_CATEGORIES, response_model=BlogCategory, status_code=201)
def create_category(blog: int, body: CategoryCreate, access: Writing) -> Response:
    """A new category."""
    with access.platform.database.writing() as session:
        store = _categories(session, access, blog, lock=True)
        return Json(category_body(store.create(_sent(body))), 201)


@router.put(f"{_CATEGORIES}/{{category:int}}", response_model=BlogCategory)
def update_category(blog: int, category: int, body: CategoryUpdate, access: Writing) -> Response:
    """Change what was sent."""
    with access.platform.database.writing() as session:
        store = _categories(session, access, blog, lock=True)
        return Json(category_body(store.update(category, _sent(body))))


@router.delete(f"{_CATEGORIES}/{{category:int}}", response_model=Deleted)
def delete_category(blog: int, category: int, access: Writing) -> Response:
    """Remove a category for good."""
    with access.platform.database.writing() as session:
        _categories(session, access, blog).delete(category)
    return Json({"deleted": True})


def _categories(
    session: Session, access: Access, blog: int, *, lock: bool = False
) -> CategoryStore:
    """``lock`` for writers, so that slugs that are found free stay so."""
    return CategoryStore(session, BlogStore(session, access.brand_id).get(blog, lock=lock))


def _sent(body: CategoryCreate) -> dict[str, Any]:
    return body.model_dump(exclude_unset=True)
