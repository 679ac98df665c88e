"""Quizzes: quizzes, their screens and flow (document: Endpoints, Quizzes)."""

from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource


class Quizzes(Resource):
    """Quizzes of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/quizzes")
