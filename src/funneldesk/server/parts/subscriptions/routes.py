"""The endpoints of Subscriptions (document: Endpoints, Subscriptions)."""

from fastapi import APIRouter

router = APIRouter(prefix="/api/brands/{brand:int}", tags=["subscriptions"])
