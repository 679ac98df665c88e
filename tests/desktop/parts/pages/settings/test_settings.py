"""A page's settings: what the form holds, what visitors would see, what the platform refused."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from funneldesk.contract.pages import PageDraft, PagePatch
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.parts.pages.edit.draft import LocalPageDraft
from funneldesk.desktop.parts.pages.fields import FIELDS
from funneldesk.desktop.parts.pages.settings.settings import PageSettings
from funneldesk.desktop.records.detail.search_preview import (
    address_as_shown,
    description_as_cut,
    title_as_cut,
)

ADDRESS = "https://shop.test/p/1"
PAGE: dict[str, Any] = {
    "title": "Summer advertorial",
    "slug": "summer-bundle",
    "status": "published",
    "type": "landing",
    "seo_description": "Coffee that waits for you.",
    "requires_password": True,
    "password": "tide",
    "domain_id": 3,
    "html": "<h1>left alone</h1>",
}
SOURCES = {"html", "css", "custom_javascript", "custom_header_code", "status"}


@pytest.fixture
def settings(qtbot: QtBot) -> PageSettings:
    made = PageSettings()
    qtbot.addWidget(made)
    made.resize(430, 700)
    show_page(made, PAGE)
    with qtbot.waitExposed(made):
        made.show()
    made.activateWindow()
    return made


def show_page(
    settings: PageSettings, values: dict[str, Any], address: str = ADDRESS
) -> LocalPageDraft:
    """Open a page that the server has, as the editor does."""
    draft = LocalPageDraft.opened({"id": 7, **values, "name": values.get("title")})
    settings.open(draft, address)
    return draft


def part(settings: PageSettings, name: str) -> Any:
    return settings.form.row(name).input.target


def write(settings: PageSettings, name: str, text: str) -> None:
    target = part(settings, name)
    target.setFocus()
    target.selectAll()
    QTest.keyClick(target, Qt.Key.Key_Delete)
    QTest.keyClicks(target, text)


def texts(settings: PageSettings) -> str:
    labels = settings.findChildren(Label)
    return "\n".join(label.text() for label in labels if label.isVisible())


def test_every_field_of_a_page_has_its_place(settings: PageSettings) -> None:
    """Document: Page. The sources and the status are changed elsewhere."""
    assert set(settings.values()) == set(FIELDS.names) - SOURCES


def test_fields_are_named_as_the_document_writes_them(settings: PageSettings) -> None:
    """Quirk 22: title is written, name is read."""
    written = set(PagePatch.model_fields) | set(PageDraft.model_fields)
    assert set(settings.values()) <= written


def test_the_visitor_address_follows_the_slug(settings: PageSettings) -> None:
    assert settings.form.row("slug").hint() == f"{ADDRESS}/summer-bundle"
    write(settings, "slug", "winter")
    assert settings.form.row("slug").hint() == f"{ADDRESS}/winter"
    write(settings, "slug", "")
    assert "makes one from the title" in settings.form.row("slug").hint()


def test_the_address_may_be_unknown(settings: PageSettings) -> None:
    show_page(settings, PAGE, address="")
    assert settings.form.row("slug").hint() == "/summer-bundle"


def test_the_template_type_is_chosen_once(settings: PageSettings, qtbot: QtBot) -> None:
    """Quirk 24: four template types on create, others on read."""
    combo: QComboBox = part(settings, "type")
    assert combo.currentText() == "landing"
    assert not combo.isEnabled()
    draft = LocalPageDraft.new({"title": "New"})
    settings.open(draft, ADDRESS)
    assert combo.isEnabled()
    combo.setFocus()
    with qtbot.waitSignal(settings.edited) as told:
        QTest.keyClick(combo, Qt.Key.Key_Down)
    assert told.args == ["type"]
    assert draft.value("type") == "nutra-prelander"


def test_the_search_result_follows_what_is_typed(settings: PageSettings) -> None:
    assert settings.parts.search.texts() == (
        "Summer advertorial",
        "Coffee that waits for you.",
        "shop.test › p › 1 › summer-bundle",
    )
    write(settings, "seo_title", "Fresh coffee by Thursday")
    write(settings, "seo_description", "Roasted on Tuesday.")
    write(settings, "slug", "fresh")
    assert settings.parts.search.texts() == (
        "Fresh coffee by Thursday",
        "Roasted on Tuesday.",
        "shop.test › p › 1 › fresh",
    )


def test_the_search_result_cuts_where_search_engines_cut() -> None:
    assert title_as_cut("Fresh coffee") == "Fresh coffee"
    long = title_as_cut("Coffee roasted on Tuesday and at your door by Thursday, every single week")
    assert long.endswith("…")
    assert 45 <= len(long) <= 70
    told = description_as_cut("word " * 60)
    assert told.endswith(" …")
    assert len(told) <= 157
    assert "wor …" not in told


def test_a_search_result_without_a_description_says_what_happens(settings: PageSettings) -> None:
    write(settings, "seo_description", "")
    assert "search engines pick" in settings.parts.search.texts()[1]


def test_a_page_hidden_from_search_says_so(settings: PageSettings) -> None:
    assert not settings.parts.search.says_hidden()
    QTest.mouseClick(part(settings, "prevent_indexing"), Qt.MouseButton.LeftButton)
    assert settings.parts.search.says_hidden()
    assert "Hidden from search engines" in texts(settings)


def test_the_tab_shows_the_title_in_the_background(settings: PageSettings) -> None:
    assert settings.parts.tab.titles() == ("Summer advertorial", "Summer advertorial")
    write(settings, "seo_blur_title", "Your coffee is getting cold")
    write(settings, "seo_title", "Fresh coffee")
    assert settings.parts.tab.titles() == ("Fresh coffee", "Your coffee is getting cold")
    assert "Your coffee is getting cold" in settings.parts.tab.accessibleName()


@pytest.mark.parametrize("address", ["http://[broken", "", "/only-a-slug", "https://x.test"])
def test_any_address_can_be_shown(address: str) -> None:
    site, way = address_as_shown(address)
    assert isinstance(site, str)
    assert "\n" not in way


def test_the_password_shows_while_one_is_asked_for(settings: PageSettings) -> None:
    """Quirk 26: a password is needed with ``requires_password``."""
    assert settings.form.row("password").isVisible()
    write(settings, "password", "")
    part(settings, "title").setFocus()
    assert "Nobody could get in" in texts(settings)
    QTest.mouseClick(part(settings, "requires_password"), Qt.MouseButton.LeftButton)
    assert not settings.form.row("password").isVisible()


def test_a_refused_slug_is_told_at_the_slug(settings: PageSettings) -> None:
    """Quirks 21 and 26."""
    left = settings.show_errors(
        {"slug": ["The slug has already been taken."], "html": ["Too large."]}
    )
    assert settings.form.row("slug").error() == "The slug has already been taken."
    assert left == ["Too large."]
    assert "Too large." in texts(settings)


@pytest.mark.parametrize(
    ("name", "wrong", "right"),
    [
        ("title", " ", "Summer"),
        ("slug", "two words", "two-words"),
        ("redirect_url", "shop.test/cart", "https://shop.test/cart"),
        ("redirect_url", "javascript:alert(1)", ""),
        ("domain_id", "0", "12"),
    ],
)
def test_a_value_that_cannot_be_saved_is_told_at_once(
    settings: PageSettings, name: str, wrong: str, right: str
) -> None:
    settings.form.row(name)
    write(settings, name, wrong)
    assert list(settings.form.problems()) == [name]
    write(settings, name, right)
    assert settings.form.problems() == {}


def test_edits_carry_the_values_that_the_document_takes(settings: PageSettings) -> None:
    draft = show_page(settings, PAGE)
    write(settings, "domain_id", "12")
    write(settings, "funnel_id", "")
    write(settings, "ga_measurement_id", "G-1")
    QTest.mouseClick(part(settings, "is_index"), Qt.MouseButton.LeftButton)
    assert draft.changed_fields() == {"domain_id": 12, "ga_measurement_id": "G-1", "is_index": True}


def test_opening_another_page_edits_nothing(settings: PageSettings, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(settings.edited):
        show_page(settings, {"title": "Thank you", "slug": "thanks", "status": "offline"})
    assert settings.values()["password"] == ""
    assert settings.parts.search.texts()[0] == "Thank you"
    assert "Offline" in settings.parts.status.text()


def test_an_unknown_status_is_shown_as_it_came(settings: PageSettings) -> None:
    show_page(settings, {**PAGE, "status": "<b>odd</b>"})
    assert settings.parts.status.text() == "<b>odd</b>"


def test_a_change_can_be_taken_back(settings: PageSettings, qtbot: QtBot) -> None:
    draft = show_page(settings, PAGE)
    write(settings, "seo_title", "Another")
    revert = settings.form.row("seo_title").stops()[-1]
    revert.setFocus()
    with qtbot.waitSignal(settings.edited) as told:
        QTest.keyClick(revert, Qt.Key.Key_Space)
    assert told.args == ["seo_title"]
    assert draft.changed_fields() == {}
    assert settings.values()["seo_title"] == ""


def test_a_viewer_reads_and_cannot_write(settings: PageSettings, qtbot: QtBot) -> None:
    settings.set_read_only("Your role may look at pages, not change them.")
    assert "Your role may look" in texts(settings)
    with qtbot.assertNotEmitted(settings.edited):
        write(settings, "title", "x")
    settings.set_read_only("")
    assert not part(settings, "type").isEnabled()


def test_markup_from_the_platform_is_shown_as_text(settings: PageSettings) -> None:
    hostile = "<img src='file:///etc/passwd'>"
    show_page(settings, {"title": hostile})
    QApplication.processEvents()
    assert settings.parts.search.texts()[0] == hostile
