"""Screens of a quiz: made, copied, ordered, given a picture, and shown as visitors see them."""

import wave
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QImage
from PySide6.QtTest import QTest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.quizzes_desk import opened, quiz, screens_of
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    said,
    shown_dialog,
    until,
)

from funneldesk.contract.quizzes import Quiz, Screen, ScreenOption
from funneldesk.desktop.kit.controls.drop_place import DropPlace
from funneldesk.desktop.parts.quizzes.panel import QuizzesPanel
from funneldesk.desktop.parts.quizzes.screens.forms import body_of, form_values
from funneldesk.desktop.parts.quizzes.screens.preview import screen_html
from funneldesk.desktop.records.schema.form_dialog import FormDialog

HOSTILE = "<img src=x onerror=alert(1)>\u202eeman</style><script>alert(2)</script>"


def drop(place: DropPlace, *paths: Path) -> None:
    """A hand lets files go there."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    copy, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    where = QPointF(place.rect().center())
    place.dropEvent(QDropEvent(where, copy, mime, left, Qt.KeyboardModifier.NoModifier))


def names(panel_list: list[Screen]) -> list[str]:
    return [each.name for each in panel_list]


async def first_screen(bench: WindowBench, brand: LiveBrand) -> tuple[Quiz, QuizzesPanel]:
    """A quiz, open in its section with its first screen chosen."""
    made = await quiz(brand)
    panel = await opened(bench, await bench.workspace(brand), made)
    panel.screens.list.choose(str(panel.quiz.screens[0].id))
    return made, panel


@in_the_window
async def test_a_screen_is_made_in_a_form_that_names_what_is_wrong(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await quiz(brand)
    panel = await opened(bench, await bench.workspace(brand), made)
    panel.screens.new_screen()
    dialog = await shown_dialog()
    assert isinstance(dialog, FormDialog)
    twice = [{"label": "Red", "value": "r"}, {"label": "Blue", "value": "r"}]
    dialog.form.set_values(dialog.form.values() | {"name": "Colour", "options": twice})
    dialog.go()
    assert "Two answers have the value “r”." in said(dialog)
    right = [{"label": "Red", "value": "r"}, {"label": "Blue", "value": "b"}]
    dialog.form.set_values(dialog.form.values() | {"options": right})
    dialog.go()
    await until(lambda: "Colour" in names(panel.quiz.screens))
    stored = (await screens_of(brand, made))[-1]
    assert [(each.label, each.value) for each in stored.options or ()] == [
        ("Red", "r"),
        ("Blue", "b"),
    ]


@in_the_window
async def test_a_copy_is_found_though_the_answer_does_not_show_it_and_the_order_is_sent(
    bench: WindowBench, brand: LiveBrand
) -> None:
    """Quirks 52 and 54."""
    made, panel = await first_screen(bench, brand)
    tab = panel.screens
    tab.duplicate()
    await until(lambda: len(panel.quiz.screens) == 5)
    copy = panel.quiz.screens[-1]
    await until(lambda: tab.list.current == str(copy.id))
    assert copy.code != panel.quiz.screens[0].code
    tab.list.move_row(-1)
    await until(lambda: panel.quiz.screens[-2].id == copy.id)
    stored = await screens_of(brand, made)
    assert [each.id for each in sorted(stored, key=lambda s: s.order or 0)][-2] == copy.id
    tab.ask_remove()
    (await shown_dialog()).button("yes").click()
    await until(lambda: copy.id not in {each.id for each in panel.quiz.screens})


@in_the_window
async def test_answers_are_edited_where_they_stand_and_sent_once_they_are_whole(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made, panel = await first_screen(bench, brand)
    tab = panel.screens
    answers: Any = tab.answers.field.input
    assert [each.value()["label"] for each in answers.entries] == ["Yes", "No"]
    drawn = []
    tab.answers.seen.connect(lambda screen: drawn.append(screen.options[1].label))
    second = answers.entries[1].inputs["label"].target
    second.selectAll()
    QTest.keyClicks(second, "Never")
    assert drawn[-1] == "Never", "the preview follows"
    QTest.keyClick(second, Qt.Key.Key_Return)
    await until(lambda: (panel.quiz.screens[0].options or [])[1].label == "Never")
    answers.add.click()
    third = answers.entries[2].inputs
    QTest.keyClicks(third["label"].target, "Now and then")
    QTest.keyClick(third["label"].target, Qt.Key.Key_Return)
    assert len(panel.quiz.screens[0].options or []) == 2, "it has no value yet"
    tab.list.choose(str(panel.quiz.screens[1].id))
    assert tab.answers.isHidden(), "an information asks for nothing"
    tab.list.choose(str(panel.quiz.screens[0].id))
    third = answers.entries[2].inputs
    assert third["label"].value() == "Now and then", "what was typed is there again"
    QTest.keyClicks(third["value"].target, "maybe")
    QTest.keyClick(third["value"].target, Qt.Key.Key_Return)
    await until(lambda: len(panel.quiz.screens[0].options or []) == 3 and panel.is_quiet)
    stored = (await screens_of(brand, made))[0]
    assert [(each.label, each.value) for each in stored.options or ()] == [
        *(("Yes", "yes"), ("Never", "no"), ("Now and then", "maybe")),
    ]


@in_the_window
async def test_what_is_typed_while_answers_are_saved_stays(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    made = await quiz(brand)
    panel = await opened(bench, await bench.workspace(brand, base_url=relay.base_url), made)
    tab = panel.screens
    tab.list.choose(str(panel.quiz.screens[0].id))
    answers: Any = tab.answers.field.input
    yes, no = (each.inputs["label"].target for each in answers.entries)
    async with relay.held("PUT"):
        yes.setText("")
        QTest.keyClicks(yes, "Always")
        QTest.keyClick(yes, Qt.Key.Key_Return)
        await until(relay.writes)
        no.setText("")
        QTest.keyClicks(no, "Never")
    await until(lambda: panel.is_quiet and not tab.tasks.is_busy)
    assert [each.value()["label"] for each in answers.entries] == ["Always", "Never"]
    QTest.keyClick(answers.entries[1].inputs["label"].target, Qt.Key.Key_Return)
    await until(lambda: (panel.quiz.screens[0].options or [])[1].label == "Never")
    stored = (await screens_of(brand, made))[0]
    assert [each.label for each in stored.options or ()] == ["Always", "Never"]


@in_the_window
async def test_a_picture_that_is_dropped_is_the_screen_s_and_can_be_taken_away(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    made = await quiz(brand)
    panel = await opened(bench, await bench.workspace(brand), made)
    picture = QImage(40, 30, QImage.Format.Format_RGB32)
    picture.fill(0x336699)
    assert picture.save(str(tmp_path / "shoe.png"))
    panel.screens.drop.dropped.emit([tmp_path / "shoe.png"])
    await until(lambda: bool(panel.quiz.screens[0].image_preview_file))
    panel.screens.take_file.click()
    await until(lambda: not panel.quiz.screens[0].image_preview_file)


@in_the_window
async def test_a_sound_that_is_dropped_is_sent_in_parts_and_is_there_when_read_again(
    bench: WindowBench, brand: LiveBrand, relay: Relay, tmp_path: Path
) -> None:
    made = await quiz(brand)
    panel = await opened(bench, await bench.workspace(brand, base_url=relay.base_url), made)
    sound = tmp_path / "hello.wav"
    with wave.open(str(sound), "wb") as written:
        written.setparams((1, 2, 8_000, 0, "NONE", ""))
        written.writeframes(bytes(1_600))
    drop(panel.screens.drop, sound)
    await until(lambda: bool(panel.quiz.screens[0].audio_file))
    (sent,) = relay.writes()
    assert sent.path.endswith(f"/screens/{panel.quiz.screens[0].id}")
    (stored, *others) = await screens_of(brand, made)
    assert stored.audio_file, "it is kept"
    assert not stored.image_preview_file
    assert not any(each.audio_file for each in others)
    async with httpx.AsyncClient() as visitor:
        heard = await visitor.get(stored.audio_file)
    assert heard.content == sound.read_bytes()
    panel.refresh()
    await until(lambda: panel.is_quiet)
    again = str(panel.quiz.screens[0].audio_file)
    assert urlsplit(again).path == urlsplit(stored.audio_file).path
    assert panel.screens.take_file.text() == "Remove sound"
    panel.screens.take_file.click()
    await until(lambda: not panel.quiz.screens[0].audio_file)
    assert not (await screens_of(brand, made))[0].audio_file


def test_what_a_screen_says_is_shown_as_it_is_written_and_runs_nowhere() -> None:
    screen = Screen(
        id=1,
        code="a",
        name=HOSTILE,
        title=HOSTILE,
        subtitle=HOSTILE,
        type="single_choice",
        content=f"<p>Kept</p>{HOSTILE}",
        options=[ScreenOption(label=HOSTILE, value=HOSTILE)],
        image_preview_file=f"https://elsewhere.example/{HOSTILE}.png",
    )
    found = screen_html(screen)
    assert "<script" not in found
    assert "onerror=alert(1)&gt;" in found, "as words"
    assert "<img" not in found
    assert "https://" not in found, "nothing is fetched"
    assert "<p>Kept</p>" in found


def test_settings_and_keys_that_the_form_does_not_know_are_sent_back() -> None:
    screen = Screen.model_validate(
        {
            "id": 1,
            "name": "Film",
            "type": "video",
            "options": [],
            "screen_settings": {"url": "https://a.example/1.mp4", "theirs": [1], "required": False},
        }
    )
    body = body_of(form_values(screen), screen)
    assert body["screen_settings"] == {
        "video_url": "https://a.example/1.mp4",
        "theirs": [1],
        "required": False,
    }
