"""The endpoints of Blogs (document: Endpoints, Blogs)."""

from fastapi import APIRouter

router = APIRouter(prefix="/api/brands/{brand:int}", tags=["blogs"])
