"""Stands for the provider of payments: sends signed events, as the platform's list tells."""

import itertools
import json
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

import httpx
from platform_process import TestBrand

from funneldesk.server.parts.conversions.payment_events import payment_secret, signature
from funneldesk.server.parts.products.tables import ProductBonusRow, ProductRow
from funneldesk.server.web.tables import SecretRow

_EVENTS = itertools.count(1)


@dataclass(frozen=True)
class Paying:
    """The payment side of one brand."""

    brand: TestBrand

    def send(self, kind: str, data: dict[str, Any], **event: Any) -> httpx.Response:
        """One event, signed."""
        body = {"event_id": f"evt_{next(_EVENTS)}", "type": kind, "data": data, **event}
        return self.raw(json.dumps(body).encode())

    def raw(self, body: bytes, shown: str | None = None) -> httpx.Response:
        """Any bytes, signed unless another signature is to be shown."""
        with self.brand.database.reading() as session:
            row = session.get_one(SecretRow, "visitor_cookies")
            right = signature(payment_secret(row.value, self.brand.id), body)
        headers = {"X-Payment-Signature": right if shown is None else shown}
        address = f"{self.brand.base_url}/payments/{self.brand.id}"
        return httpx.post(address, content=body, headers=headers, trust_env=False, timeout=30)

    def order(
        self, email: str = "ann@example.com", *, at: datetime | None = None, **data: Any
    ) -> dict[str, Any]:
        """An order of one thing for 50, unless told otherwise; what the platform answers."""
        event = {"occurred_at": at.isoformat()} if at else {}
        fields = {
            "customer": {"email": email, "name": "Ann Lee"},
            "items": [{"name": "A jar", "price": 50}],
            **data,
        }
        answer = self.send("order", fields, **event)
        assert answer.status_code == 200, answer.text
        placed: dict[str, Any] = answer.json()
        return placed

    def product(self, code: str, price: str = "20", **fields: Any) -> int:
        """A product; ``fields`` are its row's."""
        bonuses = fields.pop("bonuses", ())
        known = {"type": "physical", "classification": "main", "title": f"Product {code}"}
        with self.brand.database.writing() as session:
            row = ProductRow(
                brand_id=self.brand.id, code=code, price=Decimal(price), **{**known, **fields}
            )
            session.add(row)
            session.flush()
            for bonus in bonuses:
                session.add(
                    ProductBonusRow(
                        brand_id=self.brand.id, product_id=row.id, bonus_product_id=bonus
                    )
                )
            return row.id

    def subscription_product(self, code: str = "club", price: str = "30", **fields: Any) -> int:
        """A product that is charged each month, unless told otherwise."""
        known = {
            "is_subscription": True,
            "subscription_frequency": 1,
            "subscription_frequency_unit": "month",
        }
        return self.product(code, price, **{**known, **fields})

    def subscribe(self, code: str = "club", *, at: datetime | None = None, **data: Any) -> str:
        """An order of a subscription product; its transaction id."""
        placed = self.order(at=at, **{"items": [{"product_code": code}], **data})
        found: str = placed["subscriptions"][0]
        return found
