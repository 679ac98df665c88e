"""The endpoints of File manager (document: Endpoints, File manager)."""

from fastapi import APIRouter

router = APIRouter(prefix="/api/brands/{brand:int}", tags=["files"])
