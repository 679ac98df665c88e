"""The endpoints of a course's modules (document: Endpoints, Courses; quirks 19 and 52)."""

from typing import Annotated

from fastapi import Depends, Response

from funneldesk.contract.courses import CourseChoice, CourseModule, Done, ModuleListing
from funneldesk.server.parts.courses.bodies import module_body
from funneldesk.server.parts.courses.modules import ModuleStore
from funneldesk.server.parts.courses.rules import ModuleChange, ModuleInput, OrderInput
from funneldesk.server.parts.courses.store import CourseStore
from funneldesk.server.web.access import Access, allow
from funneldesk.server.web.answers import Json
from funneldesk.server.web.roles import Need
from funneldesk.server.web.scheduling import Router

router = Router(prefix="/{course:int}/modules")

Reading = Annotated[Access, Depends(allow("courses", Need.READ))]
Writing = Annotated[Access, Depends(allow("courses", Need.WRITE))]


@router.get("", response_model=ModuleListing)
def list_(course: int, access: Reading) -> Response:
    """The modules in their order, with their contents."""
    with access.platform.database.reading() as session:
        row = CourseStore(session, access.brand_id).get(course)
        return Json({"data": ModuleStore(session, row).bodies()})


@router.get("/all", response_model=list[CourseChoice])
def list_all(course: int, access: Reading) -> Response:
    """The modules by id and title."""
    with access.platform.database.reading() as session:
        row = CourseStore(session, access.brand_id).get(course)
        modules = ModuleStore(session, row).list()
    return Json([{"id": one.id, "title": one.title} for one in modules])


@router.post("", response_model=CourseModule)
def create(course: int, body: ModuleInput, access: Writing) -> Response:
    """A new module behind the others."""
    with access.platform.database.writing() as session:
        row = CourseStore(session, access.brand_id).get(course, lock=True)
        return Json(module_body(ModuleStore(session, row).create(body.model_dump()), ()))


@router.post("/order", response_model=Done)
def reorder(course: int, body: OrderInput, access: Writing) -> Response:
    """Give modules their places, by a map of ids (quirk 52)."""
    with access.platform.database.writing() as session:
        row = CourseStore(session, access.brand_id).get(course, lock=True)
        ModuleStore(session, row).reorder(body.order)
    return Json({"success": True})


@router.put("/{module:int}", response_model=CourseModule)
def update(course: int, module: int, body: ModuleChange, access: Writing) -> Response:
    """Change what was sent."""
    with access.platform.database.writing() as session:
        row = CourseStore(session, access.brand_id).get(course, lock=True)
        store = ModuleStore(session, row)
        changed = store.update(module, body.model_dump(exclude_unset=True))
        return Json(module_body(changed, store.contents().get(changed.id, ())))


@router.delete("/{module:int}", response_model=Done)
def delete(course: int, module: int, access: Writing) -> Response:
    """Remove a module with its contents."""
    with access.platform.database.writing() as session:
        row = CourseStore(session, access.brand_id).get(course, lock=True)
        ModuleStore(session, row).delete(module)
    return Json({"success": True})
