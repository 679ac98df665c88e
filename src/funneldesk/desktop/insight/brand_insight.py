"""What every place that shows a brand's figures needs: its metrics, its zone, and the reader."""

from datetime import date

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.insight.answers import Answer
from funneldesk.desktop.insight.metrics import Catalogue, Custom
from funneldesk.desktop.insight.named import NamedThings
from funneldesk.desktop.insight.questions import Definitions, Figures, figures
from funneldesk.desktop.insight.ranges import Comparison, Range, today_in
from funneldesk.desktop.insight.reading import Reader, Slot
from funneldesk.desktop.insight.scope import Scope
from funneldesk.desktop.kit.formats import Formats
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

    def _made(self) -> None:
        definitions = self.definitions.answer
        if definitions is not None:
            self.catalogue = Catalogue(definitions, tuple(each.thing for each in self.customs))
            self.changed.emit()


class ComparedSlot(QObject):
    """Two places as one: the figures of a scope, and those of the other days that the scope
    compares with. ``answered``: ``answer`` is another one. ``with_gone``: the period before is
    asked for as well, since no answer tells of rows that only that one has."""

    answered = Signal()
    changed = Signal()

    def __init__(
        self, insight: BrandInsight, parent: QObject, urgency: int = 1, *, with_gone: bool = False
    ) -> None:
        super().__init__(parent)
        self.insight = insight
        self._with_gone = with_gone
        self.now = Slot(insight.reader, self, urgency)
        self.before = Slot(insight.reader, self, urgency + 1)
        self.answer: Answer | None = None
        self._comparison = Comparison.BEFORE
        for slot in (self.now, self.before):
            slot.answered.connect(self._answered)
            slot.changed.connect(self.changed)

    @property
    def is_reading(self) -> bool:
        """Whether the server is asked."""
        return self.now.is_reading or self.before.is_reading

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Those that have a question."""
        return tuple(each for each in (self.now, self.before) if each.question is not None)

    def ask(
        self,
        scope: Scope,
        metrics: tuple[str, ...],
        groupings: tuple[str, ...] = (),
        *,
        anew: bool = False,
    ) -> None:
        """Show the figures of a scope from now on."""
        self._comparison = scope.comparison
        days = scope.days(self.insight.today)
        question = self.insight.about(scope, days, metrics, groupings)
        other = scope.compared_days(self.insight.today)
        if other is None and self._with_gone and scope.comparison is Comparison.BEFORE:
            other = days.just_before()
        former = self.insight.about(scope, other, metrics, groupings) if other else None
        self.before.ask(former, anew=anew)
        self.now.ask(question, anew=anew)
        self._answered()

    def _answered(self) -> None:
        answer = self.now.answer
        if isinstance(answer, Answer):
            asked = self.before.answer if self.before.question is not None else None
            other = asked if isinstance(asked, Answer) else None
            if self._comparison is not Comparison.BEFORE:
                answer = answer.without_comparison()
                answer = answer.against(other) if other is not None else answer
            elif other is not None:
                answer = answer.with_gone(other)
        self.answer = answer if isinstance(answer, Answer) else None
        self.answered.emit()
