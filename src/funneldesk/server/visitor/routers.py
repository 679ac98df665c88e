"""Everything that visitors, payment providers and other programs meet without a key."""

from fastapi import APIRouter

from funneldesk.server.visitor.assets import router as assets
from funneldesk.server.visitor.courses import router as lessons
from funneldesk.server.visitor.downloads import router as downloads
from funneldesk.server.visitor.forms import router as forms
from funneldesk.server.visitor.payments import router as payments
from funneldesk.server.visitor.quizzes import router as games
from funneldesk.server.visitor.routes import router as visitor
from funneldesk.server.visitor.tracking import router as visits
from funneldesk.server.visitor.webhooks import router as webhooks

ROUTERS: tuple[APIRouter, ...] = (
    forms,
    downloads,
    games,
    lessons,
    payments,
    visitor,
    visits,
    webhooks,
    assets,
)
