"""The endpoints of Courses (document: Endpoints, Courses)."""

from fastapi import APIRouter

router = APIRouter(prefix="/api/brands/{brand:int}", tags=["courses"])
