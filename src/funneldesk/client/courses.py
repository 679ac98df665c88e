"""Courses: modules, enrollments, progress (document: Endpoints, Courses; quirks 20 and 52)."""

import builtins
from collections.abc import AsyncIterator, Mapping

from funneldesk.client.answer import Answer
from funneldesk.client.calls import Calls, segment
from funneldesk.client.forms import send_with_files
from funneldesk.client.resource import Resource, read_again, read_record, read_written, walk
from funneldesk.client.uploads import Progress, Upload
from funneldesk.contract.courses import (
    CopiedCourse,
    Course,
    CourseChoice,
    CourseCopy,
    CourseDraft,
    CourseFilter,
    CourseModule,
    CoursePatch,
    Enrollment,
    EnrollmentAnswer,
    EnrollmentDraft,
    EnrollmentPatch,
    ModuleDraft,
    ModulePatch,
    ProgressAnswer,
)
from funneldesk.contract.courses import Progress as CourseProgress
from funneldesk.contract.listing import Listing


class Courses(Resource):
    """Courses of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/courses")

    async def list(self, filter: CourseFilter | None = None) -> Listing[Course]:
        """A page of the courses; ``q`` looks in title, description, slug and instructor."""
        return await self._listing(self._path, Course, (filter or CourseFilter()).query())

    def iterate(self, filter: CourseFilter | None = None) -> AsyncIterator[Course]:
        """All courses that fit, one by one, for ``async for``."""
        wanted = filter or CourseFilter()
        return walk(lambda page: self.list(wanted.model_copy(update={"page": page})))

    async def list_all(self) -> builtins.list[CourseChoice]:
        """All courses by id and title, for a choice among them."""
        return builtins.list((await self._listing(f"{self._path}/all", CourseChoice)).rows)

    async def get(self, course_id: int) -> Course:
        """A course with its domain."""
        return await self._get(f"{self._path}/{course_id}", Course)

    async def create(
        self,
        draft: CourseDraft,
        files: Mapping[str, Upload] | None = None,
        progress: Progress | None = None,
    ) -> Course:
        """Make a course; ``files`` are images by field: instructor_photo, logo, cover.

        Never repeated by itself. Raises Invalid, PlanDenied, and BadAnswer with ``maybe_done``
        when the answer does not show the course.
        """
        answer = await send_with_files(
            self._calls, "POST", self._path, draft.body(), files, progress
        )
        made = await read_written(answer, Course, "course")
        if made is None:
            raise answer.bad("it does not show the new course")
        return made

    async def update(
        self,
        course_id: int,
        patch: CoursePatch,
        files: Mapping[str, Upload] | None = None,
        progress: Progress | None = None,
    ) -> Course:
        """Change a course: five fields always go along (quirk 52). Its answer is not shown."""
        path = f"{self._path}/{course_id}"
        answer = await send_with_files(self._calls, "PUT", path, patch.body(), files, progress)
        return await read_written(answer, Course, "course") or await read_again(self.get(course_id))

    async def delete(self, course_id: int) -> None:
        """Delete a course, for good."""
        await self._delete(f"{self._path}/{course_id}")

    async def copy(self, draft: CourseCopy) -> int:
        """Copy a course with modules and contents, maybe to another brand; gives the copy's id.

        Never repeated by itself. The answer shows the id alone, and the copy may be in a brand
        that this key does not open.
        """
        answer = await self._post(f"{self._path}/copy", draft.body())
        return (await read_record(answer, CopiedCourse)).course_id

    async def list_enrollments(self, course_id: int) -> Listing[Enrollment]:
        """Everyone who takes a course; the interface does not paginate them."""
        return await self._listing(f"{self._path}/{course_id}/enrollments", Enrollment)

    async def iterate_enrollments(self, course_id: int) -> AsyncIterator[Enrollment]:
        """Everyone who takes a course, one by one, for ``async for``."""
        for enrollment in (await self.list_enrollments(course_id)).rows:
            yield enrollment

    async def get_enrollment(self, course_id: int, enrollment_id: str) -> Enrollment:
        """An enrollment; its id is a string (quirk 52)."""
        path = self._enrollment(course_id, enrollment_id)
        return (await self._get(path, EnrollmentAnswer)).data

    async def create_enrollment(self, course_id: int, draft: EnrollmentDraft) -> Enrollment:
        """Enroll an address. Never repeated by itself; Invalid when it is enrolled already."""
        answer = await self._post(f"{self._path}/{course_id}/enrollments", draft.body())
        return (await read_record(answer, EnrollmentAnswer)).data

    async def update_enrollment(
        self, course_id: int, enrollment_id: str, patch: EnrollmentPatch
    ) -> Enrollment:
        """Change the notes; an answer that does not show the enrollment is read again."""
        answer = await self._update(self._enrollment(course_id, enrollment_id), patch)
        written = await read_written(answer, Enrollment, "data")
        return written or await read_again(self.get_enrollment(course_id, enrollment_id))

    async def complete(self, course_id: int, enrollment_id: str, content_id: int) -> CourseProgress:
        """Note that a content is done; doing it again changes nothing."""
        path = f"{self._enrollment(course_id, enrollment_id)}/complete"
        answer = await self._post(path, {"content_id": content_id})
        return (await read_record(answer, ProgressAnswer)).data

    async def delete_enrollment(self, course_id: int, enrollment_id: str) -> None:
        """End an enrollment."""
        await self._delete(self._enrollment(course_id, enrollment_id))

    async def list_modules(self, course_id: int) -> builtins.list[CourseModule]:
        """The modules in their order, with their contents."""
        return builtins.list((await self._listing(self._modules(course_id), CourseModule)).rows)

    async def iterate_modules(self, course_id: int) -> AsyncIterator[CourseModule]:
        """The modules one by one, for ``async for``."""
        for module in await self.list_modules(course_id):
            yield module

    async def list_all_modules(self, course_id: int) -> builtins.list[CourseChoice]:
        """The modules by id and title, for a choice among them."""
        path = f"{self._modules(course_id)}/all"
        return builtins.list((await self._listing(path, CourseChoice)).rows)

    async def create_module(self, course_id: int, draft: ModuleDraft) -> CourseModule:
        """Make a module behind the others. Never repeated by itself."""
        answer = await self._post(self._modules(course_id), draft.body())
        made = await _shown_module(answer)
        if made is None:
            raise answer.bad("it does not show the new module")
        return made

    async def update_module(
        self, course_id: int, module_id: int, patch: ModulePatch
    ) -> CourseModule | None:
        """Change a module; neither body nor answer are shown, so it is read again if need be.

        None when the list does not hold it any more.
        """
        answer = await self._update(f"{self._modules(course_id)}/{module_id}", patch)
        return await _shown_module(answer) or await self._find_module(course_id, module_id)

    async def delete_module(self, course_id: int, module_id: int) -> None:
        """Delete a module with its contents, for good."""
        await self._delete(f"{self._modules(course_id)}/{module_id}")

    async def reorder_modules(self, course_id: int, order: Mapping[int, int]) -> None:
        """Give modules their places: a map of id to position (quirk 52)."""
        body = {"order": {str(module_id): place for module_id, place in order.items()}}
        await self._post(f"{self._modules(course_id)}/order", body)

    async def _find_module(self, course_id: int, module_id: int) -> CourseModule | None:
        modules = self.list_modules(course_id)
        return next((one for one in await modules if one.id == module_id), None)

    def _modules(self, course_id: int) -> str:
        return f"{self._path}/{course_id}/modules"

    def _enrollment(self, course_id: int, enrollment_id: str) -> str:
        return f"{self._path}/{course_id}/enrollments/{segment(enrollment_id)}"


async def _shown_module(answer: Answer) -> CourseModule | None:
    return await read_written(answer, CourseModule, "module") or await read_written(
        answer, CourseModule, "data"
    )
