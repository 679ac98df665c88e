"""Opens a bucket of an S3-compatible service; keys and endpoint come from ``AWS_*`` variables."""

import os
from datetime import timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from funneldesk.server.settings import CannotStart

if TYPE_CHECKING:
    from obstore.store import S3Store

_REFUSED = "The address of the storage is not understood. It is written like s3://bucket/prefix."
_ENDPOINTS = ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT")


def open_bucket(url: str) -> "S3Store":
    """The bucket of ``s3://bucket/prefix``. Raises CannotStart for any other address."""
    from obstore.exceptions import BaseError
    from obstore.store import S3Store

    try:
        parts = urlsplit(url)
        usable = parts.scheme == "s3" and bool(parts.netloc) and "@" not in parts.netloc
    except ValueError:
        usable = False
    if not usable or parts.query or parts.fragment:
        raise CannotStart(_REFUSED)
    endpoint = next((os.environ[name] for name in _ENDPOINTS if os.environ.get(name)), "")
    try:
        return S3Store(
            parts.netloc,
            prefix=parts.path.strip("/") or None,
            client_options={"allow_http": endpoint.startswith("http://"), "timeout": "60s"},
            retry_config={"max_retries": 4, "retry_timeout": timedelta(seconds=20)},
        )
    except (BaseError, ValueError) as error:
        raise CannotStart(f"The storage cannot be opened: {error}") from error
