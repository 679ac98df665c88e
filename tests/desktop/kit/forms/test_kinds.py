"""Kinds of field as the user meets them: shown, edited by keys, refused, kept as they came."""

import json
from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from tests.desktop.support.read_out import faults

from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec, Kind
from funneldesk.desktop.kit.forms.form import Form


def _formats() -> Formats:
    return Formats("EUR", ZoneInfo("Europe/Berlin"))


TIER = (
    FieldSpec("title", "Title"),
    FieldSpec("price", "Price", "money", formats=_formats),
    FieldSpec("free", "First charge is free", "bool"),
)
COLOURS = (("r", "Red"), ("g", "Green"), ("b", "Blue"))
SPECS = (
    FieldSpec("price", "Price", "money", formats=_formats),
    FieldSpec("weight", "Weight", "decimal", as_number=True),
    FieldSpec("day", "Day", "date", formats=_formats),
    FieldSpec("start", "Start", "moment", formats=_formats),
    FieldSpec("tags", "Tags", "tags"),
    FieldSpec("colours", "Colours", "several", choices=COLOURS),
    FieldSpec("more", "More", "pairs", unit="value"),
    FieldSpec("tiers", "Tiers", "items", fields=TIER, unit="tier"),
    FieldSpec("product", "Product", "reference", choices=((7, "Mug"),)),
    FieldSpec("image", "Image", "file"),
)
VALUES: dict[str, Any] = {
    "price": "49.90",
    "weight": 1.5,
    "day": "2026-11-22",
    "start": "2026-11-22T13:05:00.000000Z",
    "tags": ["summer", "sale & more"],
    "colours": ["b", "r"],
    "more": {"size": "L", "deep": {"a": [1]}},
    "tiers": [{"title": "Monthly", "price": 5, "id": 1}, {"title": "Yearly", "price": "50"}],
    "product": 7,
    "image": "files/1",
}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)
Make = Callable[..., Form]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def shown(*names: str, **values: Any) -> Form:
        specs = tuple(spec for spec in SPECS if not names or spec.name in names)
        form = Form((GroupSpec("All", "Every kind.", specs),))
        form.setWindowTitle("Form")
        qtbot.addWidget(form)
        form.resize(560, 900)
        form.set_values({**VALUES, **values})
        with qtbot.waitExposed(form):
            form.show()
        form.activateWindow()
        QApplication.processEvents()
        return form

    return shown


def control(form: Form, name: str) -> Any:
    return form.row(name).input


def write(target: QWidget, text: str) -> None:
    target.setFocus()
    target.selectAll()  # type: ignore[attr-defined]
    QTest.keyClick(target, Qt.Key.Key_Delete)
    QTest.keyClicks(target, text)


def press(key: Qt.Key, modifier: Any = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(QApplication.focusWidget(), key, modifier)


def said(widget: QWidget) -> str:
    return "\n".join(label.text() for label in widget.findChildren(Label) if label.isVisible())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(value=JSON)
@pytest.mark.parametrize("kind", [spec.name for spec in SPECS])
def test_what_nobody_touched_comes_back_byte_for_byte(make: Make, kind: str, value: Any) -> None:
    form = make(kind)
    form.set_values({kind: value})
    assert json.dumps(form.value(kind)) == json.dumps(value)


def test_all_kinds_are_told_to_a_screen_reader(make: Make) -> None:
    form = make()
    assert faults(form) == []
    form.set_read_only(True)
    assert faults(form) == []
    assert form.values() == VALUES


@pytest.mark.parametrize("name", ["tags", "colours", "more", "tiers"])
def test_another_shape_is_shown_as_it_came_until_it_is_replaced(make: Make, name: str) -> None:
    form = make(name, **{name: "a, b"})
    field = control(form, name)
    assert "a, b" in said(field)
    field.take_focus()
    press(Qt.Key.Key_Space)
    assert form.value(name) in ([], {})
    assert "a, b" not in said(field)
    assert faults(form) == []


def test_tab_goes_through_every_part_in_reading_order(make: Make) -> None:
    form = make("tags", "colours", "tiers")
    control(form, "tiers").add.click()
    QApplication.processEvents()
    control(form, "tags").take_focus()
    met = []
    wanted = [stop for name in ("tags", "colours", "tiers") for stop in control(form, name).stops()]
    wanted = [stop for stop in wanted if stop.isVisible() and stop.isEnabled()]
    for _ in wanted:
        met.append(QApplication.focusWidget())
        press(Qt.Key.Key_Tab)
    assert [stop.accessibleName() for stop in met] == [stop.accessibleName() for stop in wanted]


def test_money_is_text_with_the_decimals_of_its_currency(make: Make) -> None:
    form = make("price")
    line = control(form, "price").line
    assert line.text() == "49.90"
    assert "EUR" in said(form)
    write(line, "1 234,5")
    assert form.value("price") == "1234.50"
    press(Qt.Key.Key_Return)
    assert line.text() == "1234.50"
    write(line, "49.90")
    assert form.value("price") == VALUES["price"]
    line.clear()
    assert form.value("price") is None


@pytest.mark.parametrize(("typed", "words"), [("5 or so", "like 49.90"), ("1.005", "2 decimals")])
def test_a_wrong_amount_stays_as_typed_and_is_told(make: Make, typed: str, words: str) -> None:
    form = make("price")
    write(control(form, "price").line, typed)
    press(Qt.Key.Key_Return)
    assert control(form, "price").line.text() == typed
    assert words in said(form)
    assert form.value("price") == typed


def test_a_decimal_is_a_number_where_the_server_wants_one(make: Make) -> None:
    form = make("weight")
    write(control(form, "weight").line, "0.30")
    assert json.dumps(form.value("weight")) == "0.3"


def test_a_day_is_typed_stepped_and_picked(make: Make, qtbot: QtBot) -> None:
    form = make("day")
    field = control(form, "day")
    assert field.line.text() == "22 Nov 2026"
    field.take_focus()
    press(Qt.Key.Key_Up)
    assert form.value("day") == "2026-11-23"
    write(field.line, "12/31/2026")
    press(Qt.Key.Key_Return)
    assert field.line.text() == "31 Dec 2026"
    field.calendar.click()
    popup = QApplication.activePopupWidget()
    assert faults(popup) == []
    press(Qt.Key.Key_Left)
    press(Qt.Key.Key_Return)
    assert form.value("day") == "2026-12-30"


def test_a_moment_is_in_the_brands_zone(make: Make) -> None:
    form = make("start")
    field = control(form, "start")
    assert field.line.text() == "22 Nov 2026, 14:05"
    assert "Europe/Berlin" in said(field)
    write(field.line, "1 Jul 2026, 14:05")
    assert form.value("start") == "2026-07-01T12:05:00Z"
    press(Qt.Key.Key_Down)
    assert form.value("start") == "2026-06-30T12:05:00Z"


def test_a_time_that_comes_twice_can_be_either(make: Make) -> None:
    form = make("start", start="2026-10-25T01:30:00Z")
    field = control(form, "start")
    assert "the second, UTC+01:00" in field.which.text()
    field.take_focus()
    press(Qt.Key.Key_Tab)
    press(Qt.Key.Key_Tab)
    press(Qt.Key.Key_Space)
    assert "the first, UTC+02:00" in field.which.text()
    assert form.value("start") == "2026-10-25T00:30:00Z"
    press(Qt.Key.Key_Space)
    assert form.value("start") == "2026-10-25T01:30:00Z"


def test_a_time_that_the_clocks_skip_is_refused(make: Make) -> None:
    form = make("start")
    write(control(form, "start").line, "29 Mar 2026, 02:30")
    press(Qt.Key.Key_Return)
    assert "02:30 doesn't exist on 29 Mar 2026" in said(form)


def test_tags_are_typed_once_and_taken_off_by_keys(make: Make) -> None:
    form = make("tags")
    field = control(form, "tags")
    write(field.line, "new,")
    write(field.line, "SUMMER")
    press(Qt.Key.Key_Return)
    assert form.value("tags") == ["summer", "sale & more", "new"]
    assert "“SUMMER” is there already." in said(field)
    press(Qt.Key.Key_Backspace)
    press(Qt.Key.Key_Left)
    press(Qt.Key.Key_Delete)
    assert form.value("tags") == ["summer", "new"]
    assert QApplication.focusWidget().accessibleName() == "Remove new"
    assert "SUMMER" not in said(field)


def test_a_word_is_not_lost_when_the_field_is_left(make: Make) -> None:
    form = make("tags", "price")
    write(control(form, "tags").line, "late")
    control(form, "price").take_focus()
    assert form.value("tags")[-1] == "late"


def test_several_keep_their_order_and_what_is_no_choice(make: Make) -> None:
    form = make("colours", colours=["x", "b"])
    field = control(form, "colours")
    assert [box.text() for box in field.boxes] == ["Red", "Green", "Blue", "x"]
    field.take_focus()
    press(Qt.Key.Key_Space)
    assert form.value("colours") == ["x", "b", "r"]
    field.boxes[3].click()
    assert form.value("colours") == ["b", "r"]
    form.set_choices("colours", (("r", "Rouge"), ("b", "Bleu")))
    assert [box.text() for box in field.boxes] == ["Rouge", "Bleu"]
    assert form.value("colours") == ["b", "r"]


def test_pairs_keep_what_is_no_text_and_refuse_double_names(make: Make) -> None:
    form = make("more")
    field = control(form, "more")
    write(field.entries[0].inputs["value"].line, "XL")
    assert form.value("more") == {"size": "XL", "deep": {"a": [1]}}
    write(field.entries[0].inputs["name"].line, "deep")
    assert form.value("more") == [["deep", "XL"], ["deep", {"a": [1]}]]
    assert "Two are called “deep”" in form.problems()["more"][0]
    again = make("more", more=form.value("more"))
    assert "Two are called “deep”" in again.problems()["more"][0]
    write(field.entries[0].inputs["name"].line, "width")
    assert form.value("more") == {"width": "XL", "deep": {"a": [1]}}
    assert form.problems() == {}


def test_items_move_by_keys_and_keep_what_their_fields_do_not_show(make: Make) -> None:
    form = make("tiers")
    field = control(form, "tiers")
    first = field.entries[0].inputs["title"].line
    write(first, "Weekly")
    press(Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert form.value("tiers") == [
        {"title": "Yearly", "price": "50"},
        {"title": "Weekly", "price": 5, "id": 1},
    ]
    assert first.hasFocus()
    assert first.accessibleName() == "Title, tier 2"
    press(Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    field.entries[1].remove.click()
    assert form.value("tiers") == [{"title": "Weekly", "price": 5, "id": 1}]


def test_an_item_is_added_and_its_fault_is_told_by_its_place(make: Make) -> None:
    form = make("tiers")
    field = control(form, "tiers")
    field.add.setFocus()
    press(Qt.Key.Key_Space)
    QTest.keyClicks(QApplication.focusWidget(), "Free")
    write(field.entries[2].inputs["price"].line, "nothing")
    assert form.value("tiers")[2] == {"title": "Free", "price": "nothing"}
    assert form.problems()["tiers"][0].startswith("Tier 3, Price: Write an amount")


def test_a_very_long_list_keeps_what_it_does_not_show(make: Make) -> None:
    tiers = [{"title": str(number)} for number in range(150)]
    form = make("tiers", tiers=tiers)
    field = control(form, "tiers")
    assert "and 50 more" in said(field)
    write(field.entries[0].inputs["title"].line, "first")
    assert form.value("tiers") == [{"title": "first"}, *tiers[1:]]


@pytest.mark.parametrize("kind", ["money", "decimal", "date", "moment", "pairs"])
def test_nothing_is_no_fault(kind: Kind) -> None:
    spec = FieldSpec("name", "Name", kind, formats=_formats)
    assert spec.problem(None, {}) is None
    assert spec.problem("", {}) is None
