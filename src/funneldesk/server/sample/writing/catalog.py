"""Writes funnels, and what the brand sells."""

from typing import Any

from sqlalchemy.orm import Session

from funneldesk.server.parts.funnels.rules import FunnelCreate
from funneldesk.server.parts.funnels.store import FunnelStore
from funneldesk.server.parts.products.files import file_rows
from funneldesk.server.parts.products.rules import ProductCreate
from funneldesk.server.parts.products.store import ProductStore
from funneldesk.server.sample.stage import Stage
from funneldesk.server.storage.addresses import asset_url


def write_catalog(stage: Stage, session: Session) -> None:
    """Funnels and products; those that come with others are made first."""
    funnels = FunnelStore(session, stage.brand_id)
    for funnel in reversed(stage.content.life("funnels")):
        body = FunnelCreate.model_validate({name: funnel[name] for name in ("name", "status")})
        funnels.create(body.model_dump(exclude_unset=True))
    newest_first = stage.content.life("products")
    newest_first.reverse()
    made: dict[str, int] = {}
    for product in sorted(newest_first, key=lambda product: "bonuses" in product):
        made[product["code"]] = _product(stage, session, product, made)


def _product(stage: Stage, session: Session, product: dict[str, Any], made: dict[str, int]) -> int:
    picture = product.pop("picture", None)
    bonuses = [made[code] for code in product.pop("bonuses", ())]
    body = ProductCreate.model_validate(product)
    values = body.model_dump(exclude_unset=True, exclude={"product_files"})
    if picture is not None:
        values["image"] = asset_url(stage.platform.settings, stage.brand_id, f"img/{picture}")
    store = ProductStore(session, stage.brand_id)
    row = store.create({**values, "bonuses": bonuses})
    if body.product_files:
        files = file_rows(stage.brand_id, row.id, body.product_files, {}, {})
        store.put_files(row, files)
    return row.id
