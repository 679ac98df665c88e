"""The other side of the embedded platform: who tells it about payments."""

import hashlib
import hmac
import itertools
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

_NUMBERS = itertools.count(1)


@dataclass(frozen=True)
class PaymentSide:
    """Signed payment events of brand 1."""

    base_url: str
    secret: bytes

    @classmethod
    def of(cls, base_url: str, data: Path) -> "PaymentSide":
        """The payment side of a platform, with the secret that a command shows."""
        words = ("keys", "payment-secret", "--data", str(data), "--brand", "1")
        shown = subprocess.run(
            [sys.executable, "-m", "funneldesk", *words], capture_output=True, check=True
        )
        return cls(base_url, shown.stdout.strip())

    def send(self, kind: str, **data: Any) -> dict[str, Any]:
        """An event; what the platform answers."""
        event = {"event_id": f"client-{next(_NUMBERS)}", "type": kind, "data": data}
        body = json.dumps(event).encode()
        signature = hmac.new(self.secret, body, hashlib.sha256).hexdigest()
        answer = httpx.post(
            f"{self.base_url}/payments/1",
            content=body,
            headers={"X-Payment-Signature": signature},
            trust_env=False,
            timeout=30,
        )
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def order(self, email: str, **data: Any) -> dict[str, Any]:
        """An order of one jar for 50, unless told otherwise."""
        fields = {
            "customer": {"email": email, "name": "Zelda Quist"},
            "items": [{"name": "A jar", "price": 50}],
            **data,
        }
        return self.send("order", **fields)
