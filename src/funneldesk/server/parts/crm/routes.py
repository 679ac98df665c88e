"""The endpoints of CRM (document: Endpoints, CRM)."""

from fastapi import APIRouter

router = APIRouter(prefix="/api/brands/{brand:int}", tags=["crm"])
