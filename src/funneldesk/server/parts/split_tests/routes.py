"""The endpoints of Split tests (document: Endpoints, Split tests)."""

from fastapi import APIRouter

router = APIRouter(prefix="/api/brands/{brand:int}", tags=["split_tests"])
