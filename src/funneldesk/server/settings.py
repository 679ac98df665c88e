"""What one platform process was asked to be."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

DATABASE = "platform.db"
PATIENCE = 20.0
SAMPLES = ("none", "small", "large")
DATABASE_WAIT = 15.0
INCOMING = "incoming"
"""The folder beside a brand's assets where files lie until they are whole."""

DRAFT_PREFIX = "."
"""How the name of a letter begins that is not whole yet."""


class CannotStart(Exception):
    """What was asked for is not possible; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """``port`` 0 takes the port of the last start, or a free one.

    ``plan`` maps a feature to how many of it a brand may have. ``redirected`` names the parts
    whose updates are answered by a redirect to the login page (quirk 3). ``clock_offset`` is how
    far the platform lives ahead of the real time. ``cdn_url`` is where assets are served when not
    here, ``storage_url`` (``s3://bucket/prefix``) where they are kept when not in ``data``,
    ``smtp_url`` who delivers mail when it is not left in an outbox folder. ``allow_outgoing`` lets
    automations call addresses of others. ``dns_zone`` is a file of names that domains are checked
    against in place of the real DNS; ``platform_domain`` is the name that subdomains of brands
    stand under. ``database_wait`` is how many seconds a call may wait for the database.
    ``trusted_proxies`` are the addresses and networks whose word on a visitor's
    address and scheme counts. ``limits_visitors`` is whether what one address sends is limited,
    ``patience`` how many seconds a connection may keep the platform waiting for a request.
    """

    data: Path
    host: str = "127.0.0.1"
    port: int = 0
    database: str | None = None
    sample: str = "none"
    sample_in_background: bool = False
    plan: Mapping[str, int] = field(default_factory=dict)
    redirected: frozenset[str] = frozenset()
    tells_progress: bool = False
    clock_offset: timedelta = timedelta()
    cdn_url: str | None = None
    storage_url: str | None = None
    smtp_url: str | None = None
    allow_outgoing: bool = False
    dns_zone: Path | None = None
    platform_domain: str = "funneldesk.localhost"
    trusted_proxies: tuple[str, ...] = ()
    limits_visitors: bool = True
    patience: float = PATIENCE
    database_wait: float = DATABASE_WAIT

    @property
    def database_url(self) -> str:
        """The address of the database: by default a file in the data folder."""
        return self.database or f"sqlite:///{self.data / DATABASE}"

    @property
    def is_shared(self) -> bool:
        """Whether other processes may work on the same database."""
        return not self.database_url.startswith("sqlite")

    @property
    def storage(self) -> Path:
        """The folder of the brands' files."""
        return self.data / "storage"

    @property
    def outbox(self) -> Path:
        """The folder of letters that no mail server takes."""
        return self.data / "outbox"


def default_data() -> Path:
    """The platform's folder when none is named."""
    from platformdirs import user_data_path

    return user_data_path("funneldesk", appauthor=False) / "platform"
