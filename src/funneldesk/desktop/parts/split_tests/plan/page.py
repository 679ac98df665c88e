"""Plan tab of a split test: terms, the visitors and days that they take, and the curve."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QScrollArea

from funneldesk.contract.analytics import MetricsFilter
from funneldesk.contract.split_tests import SplitTestPatch
from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.field_row import FieldRow
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.split_tests.deeds.winner import PART
from funneldesk.desktop.parts.split_tests.labels import amount, percent
from funneldesk.desktop.parts.split_tests.plan.curve import DaysCurve
from funneldesk.desktop.parts.split_tests.plan.planning import Plan, plan_of, terms_of
from funneldesk.desktop.parts.split_tests.results.reading import Reading
from funneldesk.desktop.parts.split_tests.standings import variants_of
from funneldesk.desktop.records.detail.detail_view import RecordView
from funneldesk.desktop.sections.operations import may_write, operation, optional
from funneldesk.desktop.workspace.workspace import Workspace
from funneldesk.statistics.metrics import Metric, metric_named, spread_of

NOTICE = "split_tests/plan"
PAUSE = 0.1
WEEKS = 4
FIRST_EFFECT, FIRST_BASELINE = 10, 3
LEAST_SAMPLE, LARGEST_SAMPLE = 100, 1_000_000
BASELINES = {Metric.RATE: "baseline", Metric.PER_VISITOR: "mean", Metric.PER_ORDER: "order"}
"""The field of each metric that says what there is now."""
Body = Mapping[str, Any]


def _fields() -> tuple[FieldSpec, ...]:
    def number(name: str, label: str, hint: str) -> FieldSpec:
        return FieldSpec(name, label, "decimal", hint=hint, as_number=True)

    return (
        number("baseline", _("Baseline rate, %"), _("What the page converts now.")),
        number("mean", _("Revenue per visitor"), _("What a visitor brings in now.")),
        number("order", _("Average order value"), _("What a buyer pays now.")),
        number("spread", _("Standard deviation"), _("How much that varies between them.")),
        number("effect", _("Smallest effect, %"), _("The rise that would be worth it.")),
        number("traffic", _("Visitors a day"), _("On all variants together.")),
        number("power", _("Power, %"), _("How often such a rise is found.")),
        number("significance", _("Significance, %"), _("How often chance looks like one.")),
    )


class PlanPage(RecordView):
    """Works the plan out as one types. ``changed`` carries a test whose terms were written."""

    changed = Signal(str)

    def __init__(self, workspace: Workspace, formats: Callable[[], Formats]) -> None:
        super().__init__()
        self._workspace, self._formats = workspace, formats
        self.body: Body = {}
        self._of = ""
        self._typed: set[str] = set()
        self.plan: Plan | None = None
        self.decides, self._share = Metric.RATE, 1.0
        self.tasks = TaskScope(self)
        self._build()

    def _build(self) -> None:
        self.rows = {spec.name: FieldRow(spec) for spec in _fields()}
        grid = self.grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        for field in self.rows.values():
            field.edited.connect(self._edited)
        for at in range(2):
            grid.setColumnStretch(at, 1)
        self._arrange()
        self.answer = Label(size="title", wrap=True)
        self.more = Label(wrap=True)
        self.bayesian = Label(size="small", tone="muted", wrap=True)
        self.source = Label(size="small", tone="muted", wrap=True)
        self.curve = DaysCurve(_("Smallest effect"), _("Days"))
        self.use = Button(
            _("Use as this test's terms"),
            tip=_("Writes significance, power and the least sample to the test"),
            on_click=self.write_terms,
        )
        whole = column(spacing=10, margins=(16, 12, 16, 16))
        whole.addLayout(grid)
        for widget in (self.source, self.answer, self.more, self.curve, self.bayesian):
            whole.addWidget(widget)
        whole.addLayout(row(self.use, None))
        whole.addStretch(1)
        inner = surface("surface")
        inner.setLayout(whole)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setAccessibleName(_("Plan"))
        area.setWidget(inner)
        self.setLayout(column(area, spacing=0))

    def _arrange(self) -> None:
        """Show the fields of the metric."""
        base = BASELINES[self.decides]
        hidden = {*BASELINES.values(), *(() if self.decides.is_money else ("spread",))} - {base}
        shown = [field for name, field in self.rows.items() if name not in hidden]
        for field in self.rows.values():
            self.grid.removeWidget(field)
            field.setVisible(field in shown)
        for at, field in enumerate(shown):
            self.grid.addWidget(field, at // 2, at % 2)

    def show_record(self, body: Body) -> None:
        test_id = str(body.get("id") or "")
        self.body = body
        if test_id == self._of:
            return
        self._of, self._typed = test_id, set()
        power, level = body.get("statistical_power"), body.get("significance_level")
        self._set("effect", FIRST_EFFECT)
        self._set("baseline", FIRST_BASELINE)
        self._set("power", _percent(power, 80))
        self._set("significance", _percent(level, 5))
        for name in ("traffic", "mean", "order", "spread"):
            self._set(name, None)
        self._choose(metric_named(str(body.get("primary_metric") or "")))
        self.source.setText("")
        if test_id:
            self.tasks.latest("traffic", self._learn(test_id, body.get("page_id")))
        self._soon()

    def take_keyboard(self) -> None:
        """Begin with the smallest effect."""
        self.rows["effect"].input.take_focus()

    def show_reading(self, reading: Reading) -> None:
        """What the test has seen so far is the best first guess."""
        self._choose(reading.decides)
        base = reading.baseline
        met = [each.numbers for each in reading.variants if each.numbers.visitors]
        if self.decides is Metric.PER_ORDER and met:
            self._share = sum(n.conversions for n in met) / sum(n.visitors for n in met)
        if base is not None and base.money.value:
            name = "order" if self.decides is Metric.PER_ORDER else "mean"
            self._guess(name, round(base.money.value, 2))
        spread = spread_of(self.decides, met) if self.decides.is_money else None
        if spread:
            self._guess("spread", round(spread, 2))
        if base is not None and base.numbers.conversions:
            self._guess("baseline", round((base.numbers.rate or 0) * 100, 2))
        if reading.days and reading.visitors:
            self._guess("traffic", round(reading.visitors / reading.days, 1))
            self.source.setText(_("Baseline and traffic are those of this test so far."))
        self._soon()

    def _choose(self, metric: Metric) -> None:
        self._share = 0.0 if metric is Metric.PER_ORDER else 1.0
        if metric is not self.decides:
            self.decides = metric
            self._arrange()

    async def _learn(self, test_id: str, page_id: object) -> None:
        """The real traffic of the page, where the test has none yet."""
        if not isinstance(page_id, int):
            return
        end = datetime.now(UTC).date()
        wanted = MetricsFilter(
            start=(end - timedelta(days=7 * WEEKS)).isoformat(),
            end=(end - timedelta(days=1)).isoformat(),
            metrics=["sessions"],
            page_id=page_id,
        )
        with optional():
            found = await self._workspace.run(lambda api: api.analytics.get(wanted))
            value = found["sessions"].value if "sessions" in found else None
            if value and test_id == self._of and not self.rows["traffic"].value():
                self._guess("traffic", round(value / (7 * WEEKS), 1))
                self.source.setText(
                    _("Traffic is that of the page in the last {weeks} weeks.").format(weeks=WEEKS)
                )
                self._soon()

    def _guess(self, name: str, value: float) -> None:
        if name not in self._typed:
            self._set(name, value)

    def _set(self, name: str, value: float | None) -> None:
        shown = None if value is None else int(value) if value == int(value) else value
        self.rows[name].set_value(shown)

    def _edited(self, name: str, _value: object) -> None:
        self._typed.add(name)
        self._soon()

    def _soon(self) -> None:
        self.tasks.debounce("plan", PAUSE, self._work_out)

    async def _work_out(self) -> None:
        values = {name: field.value() for name, field in self.rows.items()}
        values["mean"] = values[BASELINES[self.decides]]
        terms = terms_of(
            values,
            len(variants_of(self.body)),
            is_money=self.decides.is_money,
            share=self._share,
        )
        self._show(await in_thread(plan_of, terms) if terms is not None else None)

    def _show(self, plan: Plan | None) -> None:
        self.plan = plan
        known = plan is not None and plan.needed is not None
        self.use.setEnabled(known)
        for widget in (self.more, self.curve, self.bayesian):
            widget.setVisible(known)
        if plan is None or plan.needed is None:
            self.answer.setText(_nothing(self.decides, self.rows["spread"].value()))
            return
        formats = self._formats()
        each, days = counted(plan.needed, "visitor"), plan.days
        told = _("{visitors} for each variant").format(visitors=each)
        if days is not None:
            told = _("{sample}, {days}").format(sample=told, days=counted(days, "day"))
        self.answer.setText(told)
        self.more.setText(_more(plan, self.decides, formats))
        self.curve.show_points(plan.curve, _mark(plan), told)
        self.bayesian.setText(_lost(plan, self.decides, formats))

    def write_terms(self) -> None:
        """Write the plan to the test."""
        if self.plan is not None and self._of:
            self.tasks.in_turn("write", partial(self._write, self._of, self.plan))

    async def _write(self, test_id: str, plan: Plan) -> None:
        if plan.needed is None or not may_write(self._workspace, PART, _("split tests")):
            return
        least = min(max(plan.needed, LEAST_SAMPLE), LARGEST_SAMPLE)
        patch = SplitTestPatch(
            significance_level=plan.terms.significance,
            statistical_power=plan.terms.power,
            min_sample_size_per_variant=least,
        )
        number = int(test_id)
        with operation(self._workspace, _("Writing the terms"), NOTICE) as asked:
            await self._workspace.run(lambda api: api.split_tests.update(number, patch))
        if not asked.failed:
            self._workspace.notifications.post(Notice(_("The plan is this test's terms now")))
            self.changed.emit(test_id)


def _mark(plan: Plan) -> tuple[float, int] | None:
    return (plan.terms.effect, plan.days) if plan.days is not None else None


def _nothing(metric: Metric, spread: object) -> str:
    if metric.is_money and not spread:
        return _("Enter the standard deviation of revenue to make a plan")
    return _("These terms make no plan")


def _lost(plan: Plan, metric: Metric, formats: Formats) -> str:
    words = (
        _(
            "Bayesian view: after that many visitors, choosing the variant that looks better gives "
            "up {loss} of the revenue on average, if the effect is {effect}."
        )
        if metric.is_money
        else _(
            "Bayesian view: after that many visitors, whoever takes the one that looks better "
            "gives up {loss} of rate on the average, if the effect is {effect}."
        )
    )
    loss, effect = plan.loss or 0.0, percent(formats, plan.terms.effect, 1)
    share = loss / plan.terms.baseline if metric.is_money else loss
    return words.format(loss=percent(formats, share, 4), effect=effect)


def _more(plan: Plan, metric: Metric, formats: Formats) -> str:
    terms = plan.terms
    before, after = terms.baseline, terms.baseline * (1 + terms.effect)
    told = _("Tells a rise from {before} to {after} from chance, {power} of the time.").format(
        before=amount(formats, metric, before),
        after=amount(formats, metric, after),
        power=percent(formats, terms.power, 0),
    )
    if plan.in_a_month is None:
        return told
    month = percent(formats, plan.in_a_month, 1)
    rest = _("Four weeks show rises of {effect} and more.").format(effect=month)
    return f"{told} {rest}"


def _percent(value: object, usual: float) -> float:
    if isinstance(value, float) and 0 < value < 1:
        return round(value * 100, 4)
    return usual
