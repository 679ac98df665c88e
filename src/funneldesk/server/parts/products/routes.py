"""The endpoints of Products (document: Endpoints, Products)."""

from fastapi import APIRouter

router = APIRouter(prefix="/api/brands/{brand:int}", tags=["products"])
