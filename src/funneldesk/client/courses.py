"""Courses: courses, modules, enrollments (document: Endpoints, Courses)."""

from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource


class Courses(Resource):
    """Courses of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/courses")
