"""The form: what the user sees, types, is told, and can take back."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec, Values
from funneldesk.desktop.kit.forms.form import Form


def _no_spaces(value: str, values: Values) -> str | None:
    return "A slug has no spaces." if " " in value else None


GROUPS = (
    GroupSpec(
        "Page",
        "What it is called and where it lives.",
        (
            FieldSpec("title", "Title"),
            FieldSpec("slug", "Slug", "code", hint="The end of the address.", check=_no_spaces),
            FieldSpec("type", "Type", "choice", choices=(("a", "Advert"), ("b", "Lead form"))),
            FieldSpec("about", "Description", "long", counter=True, max_length=20),
            FieldSpec("number", "Funnel number", "integer"),
            FieldSpec("locked", "Asks for a password", "bool"),
            FieldSpec(
                "password",
                "Password",
                "password",
                visible_when=lambda values: bool(values["locked"]),
            ),
            FieldSpec("colour", "Colour", "colour"),
        ),
    ),
    GroupSpec("Selling", "After the order.", (FieldSpec("upsell", "Is an upsell", "bool"),)),
    GroupSpec(
        "Tracking",
        "Numbers of other services.",
        (FieldSpec("ga", "Analytics number"), FieldSpec("fields", "Fields")),
        folded=True,
    ),
)
VALUES = {"title": "Summer", "slug": "summer", "type": "b", "about": "Cold", "number": 7}

Make = Callable[..., Form]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def shown(width: int = 430, height: int = 600, groups: Any = GROUPS) -> Form:
        form = Form(groups)
        qtbot.addWidget(form)
        form.resize(width, height)
        form.set_values(VALUES)
        with qtbot.waitExposed(form):
            form.show()
        form.activateWindow()
        QApplication.processEvents()
        return form

    return shown


def part(form: Form, name: str) -> Any:
    return form.row(name).input.target


def write(form: Form, name: str, text: str) -> None:
    target = part(form, name)
    target.setFocus()
    target.selectAll()
    QTest.keyClicks(target, text)


def shown_texts(widget: QWidget) -> str:
    """Every label in view, as the user reads it."""
    from funneldesk.desktop.kit.controls.labels import Label

    return "\n".join(label.text() for label in widget.findChildren(Label) if label.isVisible())


def in_view(form: Form, widget: QWidget) -> bool:
    return not widget.visibleRegion().isEmpty()


def test_values_come_back_as_they_were_given(make: Make) -> None:
    form = make()
    assert form.values() == {
        **VALUES,
        "locked": False,
        "password": "",
        "colour": "",
        "upsell": False,
        "ga": "",
        "fields": "",
    }


@pytest.mark.parametrize("awkward", ["a\r\nb\u00a0c", "one\u2028two", " spaces ", "x\ty"])
@pytest.mark.parametrize("name", ["title", "about"])
def test_text_that_nobody_touched_keeps_every_character(
    make: Make, name: str, awkward: str
) -> None:
    form = make()
    form.set_values({name: awkward})
    assert form.value(name) == awkward


def test_only_the_user_edits(make: Make, qtbot: QtBot) -> None:
    form = make()
    heard: list[tuple[str, object]] = []
    form.edited.connect(lambda name, value: heard.append((name, value)))
    form.set_values({**VALUES, "title": "Winter", "locked": True, "type": "a", "colour": "#112233"})
    assert heard == []
    write(form, "title", "Hi")
    QTest.mouseClick(part(form, "locked"), Qt.MouseButton.LeftButton)
    QTest.keyClick(part(form, "type"), Qt.Key.Key_Down)
    assert heard == [("title", "H"), ("title", "Hi"), ("locked", False), ("type", "b")]


def test_showing_what_was_typed_again_keeps_the_cursor(make: Make) -> None:
    form = make()
    write(form, "title", "Holiday")
    line: QLineEdit = part(form, "title")
    line.setCursorPosition(3)
    form.set_values({**VALUES, "title": "Holiday"})
    assert line.cursorPosition() == 3
    QTest.keyClicks(line, "!")
    assert form.value("title") == "Hol!iday"


def test_a_number_takes_digits_only_and_empty_is_none(make: Make) -> None:
    form = make()
    write(form, "number", "4x2")
    assert form.value("number") == 42
    part(form, "number").clear()
    assert form.value("number") is None


def test_an_unknown_choice_is_shown_as_it_came(make: Make) -> None:
    form = make()
    form.set_values({"type": "thankyou"})
    combo: QComboBox = part(form, "type")
    assert combo.currentText() == "thankyou"
    assert form.value("type") == "thankyou"


def test_new_choices_keep_the_value_and_tell_nobody(make: Make, qtbot: QtBot) -> None:
    form = make()
    with qtbot.assertNotEmitted(form.edited):
        form.set_choices("type", (("z", "Zed"), ("b", "Lead capture")))
    assert part(form, "type").currentText() == "Lead capture"


def test_the_wheel_over_a_choice_scrolls_and_does_not_choose(make: Make) -> None:
    form = make()
    combo: QComboBox = part(form, "type")
    part(form, "title").setFocus()
    event = QWheelEvent(
        QPointF(5, 5),
        combo.mapToGlobal(QPointF(5, 5)),
        QPoint(0, 0),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(combo, event)
    assert form.value("type") == "b"
    assert not event.isAccepted()


def test_a_field_appears_when_it_applies(make: Make) -> None:
    form = make()
    assert not form.row("password").isVisible()
    QTest.mouseClick(part(form, "locked"), Qt.MouseButton.LeftButton)
    assert form.row("password").isVisible()


def test_a_refusal_stands_at_its_field_and_goes_when_it_is_edited(make: Make) -> None:
    """Quirk 21."""
    form = make()
    assert form.show_errors({"slug": ["The slug has already been taken."]}) == []
    assert "The slug has already been taken." in shown_texts(form.row("slug"))
    assert part(form, "slug").hasFocus()
    assert "already been taken" in part(form, "slug").accessibleDescription()
    write(form, "slug", "other")
    assert "already been taken" not in shown_texts(form)


def test_a_dotted_path_goes_to_its_longest_known_field(make: Make) -> None:
    """Quirk 21: ``fields.2.options``."""
    form = make()
    assert form.show_errors({"fields.2.options": ["Give at least one."]}) == []
    assert form.row("fields").error() == "Give at least one."
    assert form.row("fields").isVisible()


def test_an_error_unfolds_its_group_and_scrolls_to_it(make: Make, qtbot: QtBot) -> None:
    form = make(height=260)
    assert not form.row("ga").isVisible()
    form.show_errors({"ga": ["Begins with G-."]})
    qtbot.waitUntil(lambda: in_view(form, part(form, "ga")))
    assert part(form, "ga").hasFocus()


def test_the_first_error_is_the_first_in_reading_order(make: Make) -> None:
    form = make()
    form.show_errors({"ga": ["Wrong."], "slug": ["Taken."], "number": ["Unknown."]})
    assert part(form, "slug").hasFocus()
    assert form.row("ga").isVisible()


def test_an_error_shows_a_field_that_does_not_apply(make: Make) -> None:
    form = make()
    form.show_errors({"password": ["Needed."]})
    assert form.row("password").isVisible()


def test_messages_without_a_field_stand_on_top(make: Make) -> None:
    """Quirk 21: what has no field goes on top of the form."""
    form = make()
    left = form.show_errors({"message": ["The brand is locked."], "title": ["Too long."]})
    assert left == ["The brand is locked."]
    assert "The brand is locked." in shown_texts(form)
    form.show_errors({})
    assert "The brand is locked." not in shown_texts(form)
    assert form.row("title").error() == ""


def test_markup_in_a_message_is_shown_as_text(make: Make) -> None:
    form = make()
    form.show_errors({"title": ["<b>bold</b> <img src=file:///etc/passwd>"]})
    assert "<b>bold</b>" in shown_texts(form.row("title"))


def test_a_check_speaks_when_the_field_is_left_and_yields_while_it_is_corrected(
    make: Make,
) -> None:
    form = make()
    write(form, "slug", "a b")
    assert form.row("slug").error() == ""
    part(form, "title").setFocus()
    assert form.row("slug").error() == "A slug has no spaces."
    assert form.problems() == {"slug": ["A slug has no spaces."]}
    write(form, "slug", "ab")
    assert form.row("slug").error() == ""
    assert form.problems() == {}


def test_a_wrong_colour_is_told(make: Make) -> None:
    form = make()
    write(form, "colour", "#12G")
    assert "six digits" in form.problems()["colour"][0]
    write(form, "colour", "#1A2B3C")
    assert form.problems() == {}


def test_the_counter_advises_and_never_cuts(make: Make) -> None:
    form = make()
    long = "A description that is longer"
    prose: QPlainTextEdit = part(form, "about")
    write(form, "about", long)
    assert prose.toPlainText() == long
    assert f"{len(long)} of about 20" in shown_texts(form.row("about"))
    assert form.problems() == {}


def test_changed_fields_are_marked_and_can_be_taken_back(make: Make, qtbot: QtBot) -> None:
    form = make()
    form.mark_changed(["title", "ga"])
    title = form.row("title")
    assert title.is_changed()
    assert not form.row("slug").is_changed()
    assert "not saved" in part(form, "title").accessibleDescription()
    revert = next(stop for stop in title.stops() if stop.accessibleName() == "Revert Title")
    with qtbot.waitSignal(form.revert_requested) as asked:
        QTest.mouseClick(revert, Qt.MouseButton.LeftButton)
    assert asked.args == ["title"]
    form.mark_changed([])
    assert not revert.isVisible()


def test_read_only_says_why_and_lets_nothing_be_changed(make: Make, qtbot: QtBot) -> None:
    form = make()
    form.mark_changed(["title"])
    form.set_read_only(True, "Your role may look, not change.")
    assert "Your role may look, not change." in shown_texts(form)
    with qtbot.assertNotEmitted(form.edited):
        write(form, "title", "x")
        QTest.mouseClick(part(form, "locked"), Qt.MouseButton.LeftButton)
    assert "Revert" not in [b.text() for b in form.row("title").stops() if b.isVisible()]  # type: ignore[attr-defined]
    form.set_read_only(False)
    assert "Your role may look" not in shown_texts(form)
    write(form, "title", "x")
    assert form.value("title") == "x"


def test_every_control_is_named_as_its_label(make: Make) -> None:
    form = make()
    for group in GROUPS:
        for spec in group.fields:
            assert part(form, spec.name).accessibleName() == spec.label


def test_tab_goes_in_reading_order(make: Make) -> None:
    form = make()
    form.row("title").input.take_focus()
    met = []
    for _ in range(7):
        met.append(QApplication.focusWidget().objectName())
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert met == ["title", "slug", "type", "about", "number", "locked", "colour"]


def test_a_folded_group_opens_by_keyboard_and_tells_what_it_holds(make: Make) -> None:
    form = make(height=900)
    form.set_values({**VALUES, "ga": "G-1"})
    assert "1 set" in shown_texts(form)
    fold = form._home["ga"].fold
    fold.setFocus()
    QTest.keyClick(fold, Qt.Key.Key_Space)
    assert form.row("ga").isVisible()
    assert "1 set" not in shown_texts(form)
    QTest.keyClick(fold, Qt.Key.Key_Space)
    assert not form.row("ga").isVisible()


def test_groups_are_listed_beside_a_wide_form(make: Make, qtbot: QtBot) -> None:
    form = make(width=1000, height=320)
    assert form._index.isVisible()
    button = form._index._buttons["Selling"]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: in_view(form, part(form, "upsell")))
    assert button.isChecked()
    form.resize(430, 320)
    assert not form._index.isVisible()


def test_the_column_of_fields_stays_narrow(make: Make) -> None:
    form = make(width=1400)
    assert part(form, "title").width() <= 520


def test_the_password_is_hidden_until_asked_for(make: Make) -> None:
    form = make()
    line: QLineEdit = part(form, "password")
    form.set_values({"locked": True, "password": "tide"})
    assert line.displayText() != "tide"
    line.actions()[0].trigger()
    assert line.displayText() == "tide"
