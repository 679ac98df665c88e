"""The endpoints of Customers (document: Endpoints, Customers)."""

from fastapi import APIRouter

router = APIRouter(prefix="/api/brands/{brand:int}", tags=["customers"])
