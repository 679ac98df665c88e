"""A sample of every class that paints itself, to be drawn from the left and from the right."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from funneldesk.desktop.assets.grid.cells import CellPainter as AssetPainter
from funneldesk.desktop.assets.grid.columns import ListHeader
from funneldesk.desktop.assets.grid.list_cells import LinePainter
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.upload_review.dialog.group_list import GROUPS, GroupList
from funneldesk.desktop.kit.board.card import Card, Mark
from funneldesk.desktop.kit.board.card_painter import CARD, CardPainter
from funneldesk.desktop.kit.calendar.day_painter import CONTENT, DAY, DayPainter
from funneldesk.desktop.kit.calendar.days import Day
from funneldesk.desktop.kit.calendar.days import Entry as CalendarEntry
from funneldesk.desktop.kit.charts.sparkline import Sparkline
from funneldesk.desktop.kit.controls.counted_line import CountedLine
from funneldesk.desktop.kit.controls.drop_place import DropPlace
from funneldesk.desktop.kit.controls.linked_sliders import ShareSlider
from funneldesk.desktop.kit.controls.thin_bar import ThinBar
from funneldesk.desktop.kit.controls.variant_row import Grip
from funneldesk.desktop.kit.forms.choice_field import CalmCombo, CheckBox
from funneldesk.desktop.kit.lists.check_list import TickList, TickRow
from funneldesk.desktop.kit.lists.grouped_list import Group, GroupedView, GroupRow
from funneldesk.desktop.kit.lists.ordered_list import OrderedList, OrderedRow
from funneldesk.desktop.kit.lists.record_list import ListRow, RecordList
from funneldesk.desktop.kit.table.column import Bar, Column
from funneldesk.desktop.kit.table.groups import Grouping
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.local.user_data.history import Version
from funneldesk.desktop.parts.analytics.boards.arranging import TileHandle
from funneldesk.desktop.parts.files.browse.tree import _FolderPainter
from funneldesk.desktop.parts.funnels.map.cards import CARD as STEP
from funneldesk.desktop.parts.funnels.map.cards import Card as StepCard
from funneldesk.desktop.parts.funnels.map.cards import Figure
from funneldesk.desktop.parts.funnels.map.painter import StepPainter
from funneldesk.desktop.parts.funnels.map.steps import UPSELL, Step
from funneldesk.desktop.parts.funnels.map.view import FunnelMap
from funneldesk.desktop.parts.products.margin import Margin
from funneldesk.desktop.parts.products.margin_view import MarginBar
from funneldesk.desktop.parts.split_tests.plan.curve import DaysCurve
from funneldesk.desktop.parts.split_tests.results.interval_bar import IntervalBar
from funneldesk.desktop.parts.tracking.film.cards import CARD as FILM
from funneldesk.desktop.parts.tracking.film.cards import FilmCard, FilmPainter
from funneldesk.desktop.parts.tracking.replay.marks import Mark as ReplayMark
from funneldesk.desktop.parts.tracking.replay.time_bar import TimeBar
from funneldesk.desktop.records.detail.search_preview import TabPreview
from funneldesk.desktop.records.history.timeline import Timeline
from funneldesk.desktop.records.search_replace.results import Heading, Results
from funneldesk.desktop.records.search_replace.results_view import ResultsView
from funneldesk.desktop.records.search_replace.search import Found
from funneldesk.desktop.shell.brands.brand_button import BrandButton
from funneldesk.desktop.shell.jobs.job_button import JobButton
from funneldesk.desktop.shell.palette.palette import ENTRY, Entry, EntryPainter
from funneldesk.desktop.shell.top_bar import NoticeButton

WIDTH = 420
Direction = Qt.LayoutDirection
Draw = Callable[[Direction], QImage]
FILE = AssetRow("hero image.pdf", size=2_000_000, kind="other")


def spark() -> QWidget:
    made = Sparkline()
    made.show_values((1, 5, None, 2, 2, 9), partial_from=5)
    return made


def widget(make: Callable[[], QWidget], width: int = WIDTH, height: int = 60) -> Draw:
    """A widget, alone."""

    def drawn(direction: Direction) -> QImage:
        made = make()
        made.setLayoutDirection(direction)
        made.resize(width, height)
        shown = getattr(made, "viewport", lambda: made)()
        made.show()
        image = shown.grab().toImage()
        made.hide()
        made.deleteLater()
        return image

    return drawn


def row(make: Callable[[QWidget], QStyledItemDelegate], height: int, told: Any = None) -> Draw:
    """A row of a delegate, whose index tells what is ``told`` by its role."""

    def drawn(direction: Direction) -> QImage:
        owner = QWidget()
        option = QStyleOptionViewItem()
        option.initFrom(owner)
        option.direction, option.rect = direction, QRect(0, 0, WIDTH, height)
        option.state = QStyle.StateFlag.State_Enabled
        index: Any = SimpleNamespace(data=(told or {}).get, row=lambda: 0, column=lambda: 0)
        image = QImage(WIDTH, height, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        make(owner).paint(painter, option, index)
        painter.end()
        owner.deleteLater()
        return image

    return drawn


def records() -> QWidget:
    rows = {
        "1": ListRow("1", "Spring", "a subtitle", "2 h ago", "Open", "info", marked=True),
        "2": ListRow("2", "Two", "Subject", "now", "", "muted", third="What was written"),
    }
    made = RecordList("Records", rows.get)
    made.arrange(list(rows))
    return made


def ordered() -> QWidget:
    made = OrderedList("Stages")
    made.show_rows([OrderedRow("1", "Contacted", "not yet", "12", "#336699")])
    return made


def ticks() -> QWidget:
    made = TickList("Rows")
    made.rows.set_rows([TickRow("1", "Title", "A text", "Chip", "warning", can_tick=True)])
    return made


def grouped() -> QWidget:
    made = GroupedView("Groups")
    rows = (GroupRow("1", "Missing title", "since today", "Home page"),)
    made.set_groups([Group("seo", "Search", rows, "two pages")])
    return made


def table() -> QWidget:
    columns: list[Column[str]] = [
        Column("name", "Name", str, width=150),
        Column("state", "State", lambda _: "Open", width=120, tone=lambda _: "info"),
        Column("price", "Price", lambda _: "12.50", "right", 120, bar=lambda _: Bar(0.4)),
    ]
    made = TableView("Table", columns, lambda key: f"Name {key}")
    made.horizontalHeader().hide()
    made.group_by(Grouping(lambda key: key, lambda key: f"Group {key}"))
    made.arrange(["1", "2"])
    return made


def margin_bar() -> QWidget:
    made = MarginBar()
    made.show_margin(Margin(Decimal(50), {"unit_cost": Decimal(12)}, ()))
    return made


def placeholders() -> QWidget:
    made = table()
    assert isinstance(made, TableView)
    made.group_by(None)
    made.arrange([])
    made.is_waiting = True
    return made


def timeline() -> QWidget:
    made = Timeline()
    at = datetime(2026, 11, 22, 9, tzinfo=UTC)
    made.rows.show_versions([Version(1, "pages", "1", "saved", at, "you", "", 10, ())], ())
    return made


def results() -> QWidget:
    found = Results(lambda _: Heading("Home page", "/home"), {"html": "Code"})
    found.may_tick = True
    made = ResultsView(found, "Results")
    found.add([Found("1", {"html": 3}, (), 3)])
    made.expandAll()
    return made


def groups() -> QWidget:
    made = GroupList()
    made.show_groups({GROUPS[0].key: (12, 3)})
    return made


def slider() -> QWidget:
    made = ShareSlider()
    made.show_share(Decimal(30))
    return made


def days_curve() -> QWidget:
    made = DaysCurve("Smallest effect", "Days")
    made.show_points(((0.02, 365), (0.1, 28), (0.5, 3)), (0.1, 28), "28 days")
    return made


def interval() -> QWidget:
    made = IntervalBar("4 %, 3 % to 6 %")
    made.show_rate(0.04, (0.03, 0.06), (0.02, 0.09), 0.03)
    return made


def bar() -> QWidget:
    made = ThinBar()
    made.set_share(0.3)
    return made


def combo() -> QWidget:
    made = CalmCombo()
    made.addItem("Published")
    return made


def tab() -> QWidget:
    made = TabPreview()
    made.show_titles("Spring sale", "Come back")
    return made


def counted() -> QWidget:
    made = CountedLine("Tickets", 220, "inbox")
    made.set_count(12)
    return made


def brand() -> QWidget:
    made = BrandButton()
    made.show_brand("Harbour Lane", "harbour.example", "#336699", "online", live=True)
    return made


def notices() -> QWidget:
    made = NoticeButton()
    made.set_unread(True)
    return made


def jobs() -> QWidget:
    made = JobButton()
    made.trouble = True
    return made


def folders(owner: QWidget) -> QStyledItemDelegate:
    tree: Any = QWidget(owner)
    tree.rows = SimpleNamespace(ids=["images/icons"])
    tree.name_begins = lambda _: 60
    tree.has_folders = tree.is_unfolded = lambda _: True
    tree.badge = lambda _: SimpleNamespace(icon="refresh-cw", tip="")
    return _FolderPainter(tree)


def assets(kind: Any) -> Callable[[QWidget], QStyledItemDelegate]:
    rows: Any = SimpleNamespace(record=lambda _: FILE, held=lambda _: 0, samples=lambda _: ())
    return lambda owner: kind(owner, rows, lambda *_: None)


def lines(owner: QWidget, rows: Any, pictures: Any) -> QStyledItemDelegate:
    header = ListHeader(owner)
    header.resize(WIDTH, 30)
    return LinePainter(header, rows, pictures)


def step_painter(owner: QWidget) -> QStyledItemDelegate:
    return StepPainter(owner, lambda _step: None)


def funnel_map() -> QWidget:
    made = FunnelMap(lambda _step: None)
    upsell = replace(STEP_SHOWN, step=Step("2", "Upsell", role=UPSELL), number=2)
    made.show_cards([STEP_SHOWN, upsell, replace(STEP_SHOWN, step=Step("3", "Thanks"), number=3)])
    return made


CARD_SHOWN = Card("Ana Silva", ("ana@posta.example",), corner=Mark("$20"), initials="AS")
STEP_SHOWN = StepCard(
    Step("1", "Offer"), 1, "Landing page", (("1 test", "accent"),), (Figure("Visitors", "12"),)
)
ENTRY_SHOWN = Entry("Publish", "the open page", "globe", lambda: None, "Ctrl+P")
CHARGED_DAY = Day((CalendarEntry("1", "Ana Correia", "€38.00", "info"),), ("€38.00",))
CHARGED = {DAY: date(2026, 12, 8), CONTENT: CHARGED_DAY}


class Steps(QWidget):
    """A place in which tiles are moved."""

    def steps(self, dx: int, dy: int) -> tuple[int, int]:
        return dx, dy


def tile_handle() -> QWidget:
    owner = Steps()
    made = TileHandle(owner, 0, "Revenue")
    made.destroyed.connect(owner.deleteLater)
    made.setParent(None)
    return made


FILM_SHOWN = FilmCard("/mugs", "24 Nov, 18:48", "1:05", "mobile · Chrome", "No trouble")


def time_bar() -> TimeBar:
    made = TimeBar()
    made.show_marks(10_000, [ReplayMark("click", 1_000), ReplayMark("rage", 7_000)])
    made.show_moment(3_000)
    return made


SAMPLES: dict[str, Draw] = {
    "kit.lists.record_list.RowPainter": widget(records, height=120),
    "kit.lists.ordered_list.OrderedPainter": widget(ordered),
    "kit.lists.check_list.TickPainter": widget(ticks),
    "kit.lists.grouped_list._Painter": widget(grouped, height=80),
    "kit.table.cells.CellPainter": widget(table, height=160),
    "kit.controls.drop_place.DropPlace": widget(lambda: DropPlace("Drop files"), height=80),
    "parts.products.margin_view.MarginBar": widget(margin_bar, height=8),
    "kit.table.view.TableView": widget(placeholders, height=160),
    "records.history.timeline._Painter": widget(timeline, height=120),
    "records.search_replace.results_view._Painter": widget(results, height=90),
    "assets.upload_review.dialog.group_list._Painter": widget(groups),
    "assets.grid.cells.CellPainter": row(assets(AssetPainter), 200),
    "assets.grid.list_cells.LinePainter": row(assets(lines), 32),
    "shell.palette.palette.EntryPainter": row(EntryPainter, 36, {ENTRY: ENTRY_SHOWN}),
    "parts.files.browse.tree._FolderPainter": row(folders, 32),
    "parts.funnels.map.painter.StepPainter": row(step_painter, 242, {STEP: STEP_SHOWN}),
    "parts.funnels.map.view.FunnelMap": widget(funnel_map, 520, 560),
    "kit.calendar.day_painter.DayPainter": row(DayPainter, 120, CHARGED),
    "kit.board.card_painter.CardPainter": row(CardPainter, 120, {CARD: CARD_SHOWN}),
    "kit.charts.sparkline.Sparkline": widget(spark, height=32),
    "kit.controls.linked_sliders.ShareSlider": widget(slider, height=24),
    "kit.controls.thin_bar.ThinBar": widget(bar, height=3),
    "parts.split_tests.plan.curve.DaysCurve": widget(days_curve, height=190),
    "parts.split_tests.results.interval_bar.IntervalBar": widget(interval, height=18),
    "kit.controls.variant_row.Grip": widget(Grip, 16, 24),
    "kit.forms.choice_field.CalmCombo": widget(combo, height=32),
    "kit.forms.choice_field.CheckBox": widget(lambda: CheckBox("Index this page"), height=24),
    "parts.tracking.replay.time_bar.TimeBar": widget(time_bar, height=28),
    "parts.tracking.film.cards.FilmPainter": row(FilmPainter, 176, {FILM: FILM_SHOWN}),
    "records.detail.search_preview.TabPreview": widget(tab, height=130),
    "parts.analytics.boards.arranging.TileHandle": widget(tile_handle, 240, 112),
    "kit.controls.counted_line.CountedLine": widget(counted, 220, 32),
    "shell.brands.brand_button.BrandButton": widget(brand, 220, 52),
    "shell.top_bar.NoticeButton": widget(notices, 32, 32),
    "shell.jobs.job_button.JobButton": widget(jobs, 32, 32),
}
"""By the class, as the code has it under ``desktop``."""
EXCUSED = {
    "kit.lists.row_painting.RowDelegate": "mirrors for all the others",
    "kit.lists.row_view.RowView": "leaves the painting to its delegate",
    "kit.matrix.view.MatrixPainter": "shows a mark in the middle of a cell",
    "kit.grid.view.GridView": "paints a band and a frame where they are",
    "kit.diff.row_painter.RowPainter": "shows code, which is read from left to right everywhere",
    "kit.rich_text.editor.RichTextEdit": "marks quotes where the letters of a text begin",
    "kit.controls.crop_frame.CropFrame": "shows a picture, which is never turned over",
    "kit.table.progress.ProgressLine": "is a mark that moves from end to end",
    "kit.web.host.WebHost": "fills its ground",
    "kit.controls.stale_cover.StaleCover": "shows outlines of what is to come, alike on both sides",
    "kit.jobs.card.JobCard": "paints a line below and a frame",
    "kit.charts.frame.ChartFrame": "paints a ring",
    "kit.controls.labels.Chip": "fills its ground",
    "kit.controls.variant_row.VariantLine": "paints the line of a drop",
    "kit.forms.field_row.Dot": "is a dot in the middle",
    "kit.forms.colour_field.Swatch": "is a square in the middle",
    "kit.graph.view.minimap.Minimap": "is a small picture of a graph, which goes to the right",
    "kit.board.cards_view.CardsView": "paints places as wide as itself",
    "kit.board.column.ColumnHead": "mirrors itself: see the tests of the board",
    "kit.board.column.ColumnView": "paints a frame",
    "parts.analytics.metric_card.MetricCard": "paints a frame",
    "kit.board.dragging.Ghost": "shows an image of cards",
    "assets.upload_review.dialog.thumbnail_box.ThumbBox": "shows an image in the middle",
    "kit.maps.place_map.PlaceMap": "shows a map, whose east is on the right everywhere",
    "parts.tracking.replay.screen.ReplayScreen": "shows a page as a visitor saw it",
    "parts.tracking.replay.filmstrip.Filmstrip": "shows moments as film has them, from the left",
    "shell.windows.last_view.LastView": "shows an image of the section",
    "parts.files.quick_look.window.LookWindow": "fills its ground",
    "parts.files.quick_look.canvas.PictureCanvas": "shows an image",
    "parts.files.quick_look.font._Specimen": "shows an image of letters",
    "parts.files.properties.preview.PropertiesPreview": "shows an image in the middle",
}
"""Classes that look the same from both sides, or are not to be turned."""
