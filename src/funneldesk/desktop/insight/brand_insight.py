"""What every place that shows a brand's figures needs: its metrics, its zone, and the reader."""

from datetime import UTC, date, datetime

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.insight.answers import Answer, Pairing
from funneldesk.desktop.insight.buckets import span_words
from funneldesk.desktop.insight.metrics import Catalogue, Custom
from funneldesk.desktop.insight.named import NamedThings
from funneldesk.desktop.insight.questions import Definitions, Figures, figures
from funneldesk.desktop.insight.ranges import Comparison, Range, today_in
from funneldesk.desktop.insight.reading import Reader, Slot
from funneldesk.desktop.insight.scope import Compared, Scope
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.brand_facts import BrandFacts
from funneldesk.desktop.workspace.workspace import Workspace


class BrandInsight(QObject):
    """One for each workspace (``workspace.shared``). ``changed``: metrics or formats are others."""

    changed = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        self.reader = Reader(workspace)
        self.reader.setParent(self)
        self.facts = workspace.shared(BrandFacts)
        self.customs: NamedThings[Custom] = NamedThings(
            workspace.store, "analytics.metrics", Custom.of, Custom.state
        )
        self.catalogue = Catalogue()
        self.definitions = Slot(self.reader, self, urgency=0)
        self.definitions.answered.connect(self._made)
        self.customs.changed.connect(self._made)
        self.facts.changed.connect(self.changed)

    @property
    def formats(self) -> Formats:
        """How the brand's numbers and days are written."""
        return self.facts.formats

    @property
    def zone_name(self) -> str:
        """The brand's zone; "" where this computer does not know it: servers take it then."""
        zone = self.facts.zone
        return zone.key if zone is not None and self.facts.is_known else ""

    @property
    def today(self) -> date:
        """Which day it is for the brand."""
        return today_in(self.facts.zone)

    @property
    def is_known(self) -> bool:
        """Whether zone and metrics are known, so that something can be asked."""
        return self.facts.is_known and len(self.catalogue) > 0

    async def learn(self, *, anew: bool = False) -> None:
        """Take what this computer knows, then ask the server. A brand whose settings the key may
        not read keeps the zone of before."""
        await self.facts.recall()
        await self.customs.recall()
        if self.facts.is_known:
            self.definitions.ask(Definitions(), anew=anew)
        if anew or not self.facts.is_known:
            with optional():
                await self.facts.learn()
        self.definitions.ask(Definitions(), anew=anew)

    def ask(
        self, scope: Scope, metrics: tuple[str, ...], groupings: tuple[str, ...] = ()
    ) -> Figures:
        """The question about a scope as it is today."""
        return self.about(scope, scope.days(self.today), metrics, groupings)

    def about(
        self, scope: Scope, days: Range, metrics: tuple[str, ...], groupings: tuple[str, ...] = ()
    ) -> Figures:
        """The question about other days, narrowed as the scope is."""
        customs = self.catalogue.customs
        return figures(days, self.zone_name, metrics, groupings, scope.filters, customs)

    def compared(self, scope: Scope) -> Compared | None:
        """The periods that a scope compares now."""
        return scope.compared(datetime.now(UTC), self.facts.zone)

    def compared_words(self, scope: Scope) -> str:
        """What a scope is compared with now, as in "2 Nov to 8 Nov 2026, up to 14:00"."""
        compared = self.compared(scope)
        if compared is None:
            return ""
        words = span_words(compared.other, self.formats.locale)
        if compared.other_until is None:
            return words
        clock = self.formats.clock(compared.other_until)
        return _("{days}, up to {time}").format(days=words, time=clock)

    def _made(self) -> None:
        definitions = self.definitions.answer
        if definitions is not None:
            self.catalogue = Catalogue(definitions, tuple(each.thing for each in self.customs))
            self.changed.emit()


class ComparedSlot(QObject):
    """Places as one: the figures of a scope, and those of the days that the scope compares with.

    ``answered``: ``answer`` is another one. A server answers with the period before; other days
    are asked for, and so are days of another number of hours, and those that count up to a time of
    the day: then what the scope has up to that time is the third place. ``with_gone``: the period
    before is asked for as well, since no answer tells of rows that only that one has.
    """

    answered = Signal()
    changed = Signal()

    def __init__(
        self, insight: BrandInsight, parent: QObject, urgency: int = 1, *, with_gone: bool = False
    ) -> None:
        super().__init__(parent)
        self.insight = insight
        self._with_gone = with_gone
        self.now = Slot(insight.reader, self, urgency)
        self.so_far = Slot(insight.reader, self, urgency + 1)
        self.before = Slot(insight.reader, self, urgency + 1)
        self.so_far.carries_figures = self.before.carries_figures = False
        self.answer: Answer | None = None
        self._is_told = True
        self._pairing = Pairing()
        for slot in self._all:
            slot.answered.connect(self._answered)
            slot.changed.connect(self.changed)

    @property
    def _all(self) -> tuple[Slot, ...]:
        return self.now, self.so_far, self.before

    @property
    def is_reading(self) -> bool:
        """Whether the server is asked."""
        return any(each.is_reading for each in self._all)

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Those that have a question."""
        return tuple(each for each in self._all if each.question is not None)

    def ask(
        self,
        scope: Scope,
        metrics: tuple[str, ...],
        groupings: tuple[str, ...] = (),
        *,
        anew: bool = False,
    ) -> None:
        """Show the figures of a scope from now on."""
        zone, about = self.insight.facts.zone, self.insight.about
        compared = self.insight.compared(scope)
        self._is_told = (
            compared is not None
            and scope.comparison is Comparison.BEFORE
            and compared.until is None
            and compared.is_of_equal_length(zone)
        )
        question = about(scope, scope.days(self.insight.today), metrics, groupings)
        so_far = former = None
        if compared is not None and compared.has_begun(zone):
            words = self.insight.compared_words(scope)
            self._pairing = Pairing(groupings, compared.days.first, compared.other.first, words)
            if not self._is_told or self._with_gone:
                former = about(scope, compared.other, metrics, groupings)
            if former is not None and compared.until and compared.other_until:
                so_far = question.until(compared.until)
                former = former.until(compared.other_until)
        self.before.ask(former, anew=anew)
        self.so_far.ask(so_far, anew=anew)
        self.now.ask(question, anew=anew)
        self._answered()

    def _answered(self) -> None:
        answer = self.now.answer
        if isinstance(answer, Answer):
            before, so_far = self.before.answer, self.so_far.answer
            if not self._is_told:
                answer = answer.without_comparison()
            if isinstance(before, Answer) and self._is_told:
                answer = answer.with_gone(before)
            elif isinstance(before, Answer) and self.so_far.question is None:
                answer = answer.against(before, self._pairing)
            elif isinstance(before, Answer) and isinstance(so_far, Answer):
                answer = answer.against(before, self._pairing, so_far)
        self.answer = answer if isinstance(answer, Answer) else None
        self.answered.emit()
