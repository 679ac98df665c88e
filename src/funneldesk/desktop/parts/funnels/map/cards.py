"""Cards of the map: what each step shows, as rows of a model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, Qt

from funneldesk.desktop.insight.answers import Cell
from funneldesk.desktop.insight.metrics import MISSING, Catalogue
from funneldesk.desktop.kit.formats import SIGNS, Formats
from funneldesk.desktop.kit.lists.id_rows import NO_INDEX, IdRows, Index
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.funnels.lint.rules import RANK, Finding
from funneldesk.desktop.parts.funnels.map.steps import (
    DOWNSELL,
    REVENUE,
    UPSELL,
    Step,
    StepFigures,
)

CARD = int(Qt.ItemDataRole.UserRole)
ROLES = {UPSELL: _("Upsell"), DOWNSELL: _("Downsell")}
STATUSES = {"draft": _("Draft"), "offline": _("Offline"), "imported": _("Imported")}
TONES = {"offline": "danger", "draft": "warning", "imported": "warning"}


WHOLE = 100
"""From which amount on a card has no decimals."""
GO_ON = _("The share of this step’s sessions that viewed the next step later in the same session.")
UNKNOWN = _("This server doesn’t report which sessions went on to the next step.")
FILTERED = _("Remove the filters to see how many sessions went on.")
SOLD = _(
    "First orders placed on this step. Renewals and orders without a known session aren’t included."
)
LANDED = _(
    "Started here: first orders of sessions that started on this step, wherever they were placed."
)
BY_LANDING = _("This server counts an order for the page on which its session started.")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number under its name, and how it changed; ``tip`` says what it counts."""

    name: str
    value: str
    change: str = ""
    tone: str = "muted"
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """``chips`` are words with their tones, and ``tips`` say what they count; ``trouble`` is the
    gravest severity of its findings, ``told`` what they say."""

    step: Step
    number: int
    line: str
    chips: tuple[tuple[str, str], ...] = ()
    figures: tuple[Figure, ...] = ()
    trouble: str = ""
    told: tuple[str, ...] = ()
    tips: tuple[str, ...] = ()

    def said(self) -> str:
        """All of it, to be read out."""
        chips = (word for word, _tone in self.chips)
        figures = (f"{f.name} {f.value} {f.change}".strip() for f in self.figures)
        title = _("Step {number}: {page}").format(number=self.number, page=self.step.name)
        return ", ".join(filter(None, (title, self.line, *chips, *figures, *self.told)))


class CardRows(IdRows, QAbstractListModel):
    """The cards in the order of the steps."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: dict[str, Card] = {}

    def show(self, cards: Sequence[Card]) -> None:
        """Show these; the same steps keep their rows."""
        self.cards = {card.step.id: card for card in cards}
        ids = [card.step.id for card in cards]
        if list(self.ids) != ids:
            self.arrange(ids)
        self.tell_changed()

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        card = self.cards.get(self.ids[index.row()]) if index.isValid() else None
        if card is None:
            return None
        if role == CARD:
            return card
        if role == Qt.ItemDataRole.DisplayRole:
            return card.step.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return card.said()
        return None


def cards_of(
    steps: Sequence[Step],
    figures: Sequence[StepFigures],
    found: Sequence[Finding],
    catalogue: Catalogue,
    counted_by: str,
    formats: Formats,
    *,
    is_filtered: bool = False,
) -> list[Card]:
    """A card for each step."""
    by_page: dict[str, list[Finding]] = {}
    for each in found:
        by_page.setdefault(each.page, []).append(each)
    words = _Words(catalogue, counted_by, formats, FILTERED if is_filtered else UNKNOWN)
    return [
        _card(number, step, words.figures(known), words.landed(known), by_page.get(step.id, []))
        for number, (step, known) in enumerate(zip(steps, figures, strict=True), 1)
    ]


def _card(
    number: int,
    step: Step,
    figures: tuple[Figure, ...],
    landed: str,
    found: Sequence[Finding],
) -> Card:
    chips: list[tuple[str, str]] = []
    if step.role in ROLES:
        chips.append((ROLES[step.role], "info"))
    if step.status and step.status != "published":
        word = STATUSES.get(step.status, step.status)
        chips.append((word, TONES.get(step.status, "muted")))
    if step.tests:
        chips.append((counted(len(step.tests), "test"), "accent"))
    if landed:
        chips.append((landed, "muted"))
    worst = min(found, key=lambda each: RANK[each.severity], default=None)
    address = f"/{step.slug}" if step.slug else ""
    line = " · ".join(filter(None, (kind_words(step.kind), address)))
    return Card(
        step,
        number,
        line,
        tuple(chips),
        figures,
        worst.severity if worst is not None else "",
        tuple(each.message for each in found),
        (LANDED,) if landed else (),
    )


KINDS: Mapping[str, str] = {
    "landing": _("Landing page"),
    "thankyou": _("Thank-you page"),
    "checkout": _("Checkout"),
    "leadgen": _("Lead form"),
    "nutra-prelander": _("Prelander"),
    "nutra-advertorial": _("Advertorial"),
    "webinar-registration": _("Webinar"),
}


def kind_words(kind: str) -> str:
    """What a kind of page is called; one that is not known as it came."""
    return KINDS.get(kind, kind.replace("-", " ").replace("_", " ").capitalize())


def _short_money(value: float, formats: Formats) -> str:
    """An amount where there is little room: cents beside three digits would be cut."""
    return formats.short_money(round(value) if abs(value) >= WHOLE else value)


class _Words:
    """Figures as they read."""

    def __init__(
        self, catalogue: Catalogue, counted_by: str, formats: Formats, why_unknown: str
    ) -> None:
        self._catalogue, self._counted, self._formats = catalogue, counted_by, formats
        self._why_unknown = why_unknown

    def figures(self, known: StepFigures) -> tuple[Figure, ...]:
        """Visitors, who goes on, and revenue."""
        sold = SOLD if known.is_sold else BY_LANDING
        return (
            self._metric(_("Visitors"), self._counted, known.visitors, short=True),
            self._onward(known),
            self._metric(_("Revenue"), REVENUE, known.revenue, short=True, tip=sold),
        )

    def landed(self, known: StepFigures) -> str:
        """What those who began here bought; "" for nothing."""
        if not known.landed.value:
            return ""
        amount = _short_money(known.landed.value, self._formats)
        return _("{amount} started here").format(amount=amount)

    def _metric(self, name: str, key: str, cell: Cell, *, short: bool, tip: str = "") -> Figure:
        metric, formats = self._catalogue[key], self._formats
        value = cell.text(metric, formats)
        if short and cell.value is not None:
            is_money = metric.unit == "currency"
            value = _short_money(cell.value, formats) if is_money else formats.short(cell.value)
        return Figure(name, value, cell.change_text(metric, formats), cell.tone, tip)

    def _onward(self, known: StepFigures) -> Figure:
        cell = known.onward
        if cell.value is None:
            return Figure(_("Go on"), MISSING, tip="" if known.is_sold else self._why_unknown)
        value = self._formats.percent(cell.value, 1)
        if cell.before is None or cell.compared is None:
            return Figure(_("Go on"), value, tip=GO_ON)
        points = round((cell.compared - cell.before) * 100, 1)
        sign = SIGNS[points > 0] if points else ""
        number = self._formats.number(abs(points))
        change = _("{sign}{number} pt").format(sign=sign, number=number)
        return Figure(_("Go on"), value, change, cell.tone, GO_ON)
