"""One running platform: what its routes work with."""

import secrets
from dataclasses import dataclass, field

from funneldesk.server.db.engine import Database
from funneldesk.server.settings import Settings
from funneldesk.server.storage.storage import Storage
from funneldesk.server.visitor.templates import Templates
from funneldesk.server.web.plan import Plan
from funneldesk.server.web.tables import SecretRow

_COOKIES = "visitor_cookies"


@dataclass(frozen=True, slots=True)
class Platform:
    """The database, the files, the plan and the settings; ``secret`` signs what visitors carry."""

    database: Database
    settings: Settings
    plan: Plan
    secret: bytes
    storage: Storage
    templates: Templates = field(default_factory=Templates)

    @classmethod
    def open(cls, database: Database, settings: Settings) -> "Platform":
        """A platform over a database whose schema is up to date. Raises CannotStart."""
        plan, storage = Plan(settings.plan), Storage.open(settings)
        return cls(database, settings, plan, _secret(database), storage)

    def __repr__(self) -> str:
        return f"Platform({self.settings.data})"


def _secret(database: Database) -> bytes:
    with database.alone() as session:
        found = session.get(SecretRow, _COOKIES)
        if found is None:
            found = SecretRow(name=_COOKIES, value=secrets.token_bytes(32))
            session.add(found)
        return found.value
