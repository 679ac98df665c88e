"""The endpoints of Domains (document: Endpoints, Domains)."""

from fastapi import APIRouter

router = APIRouter(prefix="/api/brands/{brand:int}", tags=["domains"])
