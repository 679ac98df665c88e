"""The endpoints of Tracking (document: Endpoints, Tracking)."""

from fastapi import APIRouter

router = APIRouter(prefix="/api/brands/{brand:int}", tags=["tracking"])
