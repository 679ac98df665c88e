"""The endpoints of Analytics (document: Endpoints, Analytics)."""

from fastapi import APIRouter

router = APIRouter(prefix="/api/brands/{brand:int}", tags=["analytics"])
