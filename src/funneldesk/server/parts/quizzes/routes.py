"""The endpoints of Quizzes (document: Endpoints, Quizzes)."""

from fastapi import APIRouter

router = APIRouter(prefix="/api/brands/{brand:int}", tags=["quizzes"])
