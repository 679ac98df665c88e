"""The endpoints of Conversions (document: Endpoints, Conversions)."""

from fastapi import APIRouter

router = APIRouter(prefix="/api/brands/{brand:int}", tags=["conversions"])
