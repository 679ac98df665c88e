"""The endpoints of Automations (document: Endpoints, Automations)."""

from fastapi import APIRouter

router = APIRouter(prefix="/api/brands/{brand:int}", tags=["automations"])
