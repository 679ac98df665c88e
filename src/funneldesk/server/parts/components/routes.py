"""The endpoints of Components (document: Endpoints, Components)."""

from fastapi import APIRouter

router = APIRouter(prefix="/api/brands/{brand:int}", tags=["components"])
