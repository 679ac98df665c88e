"""The endpoints of Tickets (document: Endpoints, Tickets)."""

from fastapi import APIRouter

router = APIRouter(prefix="/api/brands/{brand:int}", tags=["tickets"])
