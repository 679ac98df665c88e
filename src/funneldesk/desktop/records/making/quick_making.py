"""Records from a title alone: each sent once; what was typed stays until the server has it."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.fields import Value
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.save.plan import SavePlan
from funneldesk.desktop.records.save.request import plan_save
from funneldesk.desktop.records.save.writes import made_by
from funneldesk.desktop.sections.operations import confirmed, journaled, operation
from funneldesk.desktop.workspace.brand_facts import formats_of
from funneldesk.desktop.workspace.workspace import Workspace

PAUSE = 0.3
LONGEST_TOLD = 60


class QuickMaking(QObject):
    """``typed`` are titles that are not sent yet, by the place in which they were typed; they
    survive the program.

    ``made`` carries the place and the new record, ``kept`` the place whose title is still to be
    sent. Before a title is sent, the records that have it already are noted on this computer: one
    whose answer was lost is looked for among the others, also after a new start.
    """

    made = Signal(str, object)
    kept = Signal(str)

    def __init__(self, workspace: Workspace, kind: RecordKind, name: str, parent: QObject) -> None:
        """``name``: what tells it from others of the same kind, on this computer."""
        super().__init__(parent)
        self.typed: dict[str, str] = {}
        self._sent: dict[str, list[str]] = {}
        self._workspace, self._kind = workspace, kind
        self._name = f"{kind.part}.add.{name}"
        self.tasks = TaskScope(self)

    def needs_form(self, values: Mapping[str, Value]) -> bool:
        """Whether a record takes more than a title beside these values."""
        return bool(self._plan("-", values).blockers)

    async def recall(self) -> None:
        """Take up the titles that wait since earlier."""
        found = await self._workspace.store.saved_work(self._name)
        known = found if isinstance(found, dict) else {}
        typed, sent = known.get("typed"), known.get("sent")
        self.typed = (dict(typed) if isinstance(typed, dict) else {}) | self.typed
        self._sent = (dict(sent) if isinstance(sent, dict) else {}) | self._sent

    def type(self, place: str, title: str) -> None:
        """A title as far as it is typed."""
        self.typed[place] = title
        if not title:
            self.typed.pop(place)
        self.tasks.debounce("keep", PAUSE, self.settle)

    async def settle(self) -> None:
        """Keep what is typed on this computer."""
        kept = {"typed": self.typed, "sent": self._sent}
        await self._workspace.store.save_work(self._name, kept)

    def add(self, place: str, title: str, values: Mapping[str, Value]) -> None:
        """Make a record that has these values beside its title."""
        self.type(place, title)
        problems = self._plan(title, values).blockers
        if problems:
            what = _("“{title}” wasn't added").format(title=title[:LONGEST_TOLD])
            said = " ".join(each.sentence for each in problems)
            key = f"{self._kind.part}/add"
            self._workspace.notifications.post(Notice(what, said, "warning", key=key))
            self.kept.emit(place)
        else:
            self.tasks.start(self._add(place, title, values))

    async def _add(self, place: str, title: str, values: Mapping[str, Value]) -> None:
        doing, made = _("Adding “{title}”").format(title=title), None
        with operation(self._workspace, doing, f"{self._kind.part}/add") as asked:
            made = await self._make(place, title, values)
        if asked.error is None or not asked.error.maybe_done:
            self._sent.pop(f"{place}/{title}", None)
        if made is None:
            self.kept.emit(place)
        else:
            self.type(place, "")
            self.made.emit(place, made)
        await self.settle()

    async def _make(self, place: str, title: str, values: Mapping[str, Value]) -> Any:
        """Send it once; after a lost answer see whether it is there. Raises ``ApiError``."""
        kind, run, making = self._kind, self._workspace.run, made_by(self._kind.writes)

        async def named() -> list[str]:
            return [str(each) for each in await run(lambda api: making.named(api, title))]

        async def look() -> Any:
            before = self._sent[f"{place}/{title}"]
            found = next((each for each in await named() if each not in before), None)
            return await kind.read(self._workspace, found) if found is not None else None

        if f"{place}/{title}" in self._sent:
            if (there := await look()) is not None:
                return there
        else:
            self._sent[f"{place}/{title}"] = await named()
            await self.settle()
        draft = self._plan(title, values).create
        async with journaled(self._workspace, kind.part, title, _("Adding")):
            return await confirmed(run(lambda api: making.create(api, draft)), look)

    def _plan(self, title: str, values: Mapping[str, Value]) -> SavePlan:
        kind = self._kind
        draft = kind.draft.new({kind.draft.listed[0]: title, **values})
        return plan_save(kind, draft, formats=formats_of(self._workspace))
