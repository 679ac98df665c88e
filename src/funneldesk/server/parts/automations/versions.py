"""Builder documents: the live one and its draft (document: Automation; quirk 55)."""

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from funneldesk.server.db.types import now
from funneldesk.server.parts.automations.rules import Saved, after_save
from funneldesk.server.parts.automations.tables import AutomationBuilderRow, AutomationRow

DRAFT, LIVE = "draft", "live"


class Versions:
    """The builder documents of one brand's automations, in one session."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id

    def shown(self, automation_id: int) -> str | None:
        """The draft if there is one, else the live document, as text; None without either."""
        return self.read(automation_id, DRAFT) or self.read(automation_id, LIVE)

    def read(self, automation_id: int, version: str) -> str | None:
        """One version, as text."""
        return self._session.scalar(
            select(AutomationBuilderRow.document).where(
                AutomationBuilderRow.brand_id == self._brand_id,
                AutomationBuilderRow.automation_id == automation_id,
                AutomationBuilderRow.version == version,
            )
        )

    def save(self, row: AutomationRow, document: str, trigger: str | None, *, draft: bool) -> Saved:
        """Keep a document; a published one takes the draft's place and the trigger with it."""
        saved = after_save(row.status, draft=draft)
        if saved.drops_draft:
            self.drop_draft(row.id)
        self._put(row.id, saved.version, document)
        row.status = saved.status
        if not draft and trigger is not None:
            row.trigger_node_type = trigger or None
        row.updated_at = now()
        self._session.flush()
        return saved

    def drop_draft(self, automation_id: int) -> None:
        """Forget the draft, if there is one."""
        self._session.execute(
            delete(AutomationBuilderRow).where(
                AutomationBuilderRow.brand_id == self._brand_id,
                AutomationBuilderRow.automation_id == automation_id,
                AutomationBuilderRow.version == DRAFT,
            )
        )

    def copy(self, source: AutomationRow, automation_id: int) -> None:
        """Take over what the source's builder shows, as a draft: a copy runs nothing yet."""
        document = Versions(self._session, source.brand_id).shown(source.id)
        if document is not None:
            self._put(automation_id, DRAFT, document)

    def _put(self, automation_id: int, version: str, document: str) -> None:
        key = (self._brand_id, automation_id, version)
        row = self._session.get(AutomationBuilderRow, key)
        if row is None:
            names = ("brand_id", "automation_id", "version")
            values = dict(zip(names, key, strict=True))
            self._session.execute(
                insert(AutomationBuilderRow).values(**values, document=document, saved_at=now())
            )
        else:
            row.document, row.saved_at = document, now()
            self._session.flush()
