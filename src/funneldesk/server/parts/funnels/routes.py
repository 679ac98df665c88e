"""The endpoints of Funnels (document: Endpoints, Funnels)."""

from fastapi import APIRouter

router = APIRouter(prefix="/api/brands/{brand:int}", tags=["funnels"])
