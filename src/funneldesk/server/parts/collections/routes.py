"""The endpoints of Collections (document: Endpoints, Collections)."""

from fastapi import APIRouter

router = APIRouter(prefix="/api/brands/{brand:int}", tags=["collections"])
