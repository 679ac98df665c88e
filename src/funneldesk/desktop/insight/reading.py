"""Reading of answers: from this computer at once, with their age, then from the server again.

One for each brand. At most ``MOST`` questions are under way (quirk 9); of those that wait, what is
most urgent goes first, and what nobody shows any more is not asked at all.
"""

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.insight.questions import Question
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.workspace import Workspace

MOST = 6
PART = "analytics"
KEPT_IN_MEMORY, KEPT_ON_DISK = 200, 400
RECENT = "analytics.recent"
FRESH = timedelta(seconds=20)
"""An answer that is not older is not asked for again by itself."""
UNREADABLE = (KeyError, TypeError, ValueError, AttributeError)
"""What decoding raises for an answer that another version kept."""


@dataclass(frozen=True, slots=True)
class Known:
    """An answer and when it was read."""

    answer: Any
    read_at: datetime

    def is_fresh(self, now: datetime) -> bool:
        """Whether it need not be read again yet."""
        return now - self.read_at < FRESH


@dataclass(slots=True)
class _Waiting:
    """A question that waits, with those that show it; the lower the number the more urgent."""

    question: Question
    number: int
    slots: set["Slot"] = field(default_factory=set)

    @property
    def rank(self) -> tuple[int, int]:
        return min((slot.urgency for slot in self.slots), default=0), self.number


class Reader(QObject):
    """``arrived`` carries the key of a question, ``failed`` a key and an ``Explanation``."""

    arrived = Signal(str)
    failed = Signal(str, object)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        self.tasks = TaskScope(self)
        self.under_way: set[str] = set()
        self._known: OrderedDict[str, Known] = OrderedDict()
        self._waiting: dict[str, _Waiting] = {}
        self._numbers = 0
        self._recent: list[str] | None = None

    def known(self, key: str) -> Known | None:
        """What is in memory."""
        return self._known.get(key)

    async def recall(self, question: Question) -> Known | None:
        """What is known of a question, in memory or on this computer."""
        key = question.key
        if key in self._known:
            return self._known[key]
        kept = None
        with suppress(LocalStoreProblem):
            kept = await self.workspace.store.record(PART, key)
        if kept is None:
            return None
        try:
            answer = await in_thread(question.decode, kept.body["answer"])
        except UNREADABLE:
            return None
        if key not in self._known:  # A newer one may have arrived meanwhile.
            self._remember(key, Known(answer, kept.fetched_at))
        return self._known[key]

    def want(self, slot: "Slot", question: Question) -> None:
        """Read it as soon as it is its turn."""
        key = question.key
        self.forget(slot)
        if key in self.under_way:
            return
        if key not in self._waiting:
            self._numbers += 1
            self._waiting[key] = _Waiting(question, self._numbers)
        self._waiting[key].slots.add(slot)
        self._go_on()

    def forget(self, slot: "Slot") -> None:
        """A place shows something else now: what only it waited for is not asked."""
        for key, each in list(self._waiting.items()):
            each.slots.discard(slot)
            if not each.slots:
                del self._waiting[key]

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is read or waits."""
        return not self.under_way and not self._waiting

    def _go_on(self) -> None:
        while self._waiting and len(self.under_way) < MOST:
            key = min(self._waiting, key=lambda each: self._waiting[each].rank)
            taken = self._waiting.pop(key)
            self.under_way.add(key)
            if self.tasks.start(self._read(key, taken.question)) is None:
                self.under_way.discard(key)
                return

    async def _read(self, key: str, question: Question) -> None:
        told: list[Explanation] = []
        doing = _("Reading the figures")
        try:
            with operation(self.workspace, doing, tell=told.append) as asked:
                body = await self.workspace.run(question.read)
                answer = await in_thread(question.decode, body)
            if not asked.failed:
                self._remember(key, Known(answer, datetime.now(UTC)))
                await self._keep(key, body)
        finally:
            self.under_way.discard(key)
            self._go_on()
        if told:
            self.failed.emit(key, told[0])
        else:
            self.arrived.emit(key)

    def _remember(self, key: str, known: Known) -> None:
        self._known[key] = known
        self._known.move_to_end(key)
        while len(self._known) > KEPT_IN_MEMORY:
            self._known.popitem(last=False)

    async def _keep(self, key: str, body: Any) -> None:
        """On this computer, in place of what was asked longest ago."""
        store = self.workspace.store
        with suppress(LocalStoreProblem):
            await store.put_record(PART, key, {"answer": body}, None)
            if self._recent is None:
                kept = await store.value(RECENT, [])
                self._recent = [each for each in kept if isinstance(each, str)]
            recent = [each for each in self._recent if each != key] + [key]
            self._recent = recent[-KEPT_ON_DISK:]
            for old in recent[:-KEPT_ON_DISK]:
                await store.forget(PART, old)
            await store.put_value(RECENT, self._recent)


class Slot(QObject):
    """A place that shows the answer to the question of now; late answers to others pass by it.

    ``answered``: ``answer`` is another one. ``changed``: it is read, was read, or could not be.
    """

    answered = Signal()
    changed = Signal()

    def __init__(self, reader: Reader, parent: QObject, urgency: int = 1) -> None:
        """The lower the ``urgency``, the sooner its questions are asked."""
        super().__init__(parent)
        self.urgency = urgency
        self.question: Question | None = None
        self.answer: Any = None
        self.read_at: datetime | None = None
        self.problem: Explanation | None = None
        self.is_reading = False
        self.carries_figures = True
        """Whether its answer is what is shown, and not only what that is compared with."""
        self._reader = reader
        self._tasks = TaskScope(self)
        reader.arrived.connect(self._arrived)
        reader.failed.connect(self._failed)
        self.destroyed.connect(_forgetter(reader, self))

    @property
    def is_stale(self) -> bool:
        """Whether what is shown is no answer to its question: none came, or none came yet."""
        waits = self.is_reading or self.problem is not None
        return self.question is not None and self.answer is None and waits

    def ask(self, question: Question | None, *, anew: bool = False) -> None:
        """Show the answer to this question from now on; ``anew`` reads it however fresh it is.

        What is in memory is shown within this call, what is on the disk a moment later.
        """
        if question is None:
            self._reader.forget(self)
            self.question, self.answer, self.read_at = None, None, None
            self.is_reading = False
            self._tasks.cancel("recall")
            return
        is_other = question != self.question
        self.question, self.problem = question, None
        known = self._reader.known(question.key)
        if is_other and known is not None:
            self._take(known)
        elif is_other:
            self.answer, self.read_at = None, None
            self.is_reading = True
            self.answered.emit()
        if known is not None and known.is_fresh(datetime.now(UTC)) and not anew:
            self.is_reading = False
            self._reader.forget(self)
            self._tasks.cancel("recall")
            self.changed.emit()
            return
        self.is_reading = True
        self.changed.emit()
        self._tasks.latest("recall", self._recall(question, known is None, anew))

    async def _recall(self, question: Question, from_disk: bool, anew: bool) -> None:
        if from_disk:
            known = await self._reader.recall(question)
            if known is not None and self.answer is None:
                self._take(known)
                if known.is_fresh(datetime.now(UTC)) and not anew:
                    self.is_reading = False
                    self.changed.emit()
                    return
        self._reader.want(self, question)

    def _take(self, known: Known) -> None:
        self.answer, self.read_at = known.answer, known.read_at
        self.answered.emit()

    def _arrived(self, key: str) -> None:
        if self.question is None or key != self.question.key:
            return
        known = self._reader.known(key)
        self.is_reading, self.problem = False, None
        if known is not None:
            self._take(known)
        self.changed.emit()

    def _failed(self, key: str, problem: Explanation) -> None:
        if self.question is not None and key == self.question.key:
            self.is_reading, self.problem = False, problem
            self.changed.emit()


def _forgetter(reader: Reader, slot: Slot) -> Callable[[], None]:
    return lambda: reader.forget(slot)
