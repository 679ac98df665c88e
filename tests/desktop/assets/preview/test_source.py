"""Source and preview find each other; what was typed is patched in exactly, however broken."""

import random

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.desktop.support.preview_bench import FRAME, INSIDE, Stage

from funneldesk.desktop.assets.preview.combinations import Combination, render_combinations
from funneldesk.desktop.kit.web.preview.preview import PreviewFrame
from funneldesk.desktop.kit.web.slices import Slices, changed_part

AS_PARSED = (
    "new DOMParser().parseFromString({}, 'text/html').documentElement.outerHTML === "
    f"{INSIDE}.documentElement.outerHTML"
)
COUNT_FETCHES = (
    "window.fetches = 0, window.fetch = ((fetch) => (...given) => "
    "(window.fetches += 1, fetch(...given)))(window.fetch)"
)
NOTE_PARSES = (
    "window.parsed = [], DOMParser.prototype.parseFromString = ((parse) => function (t, k) "
    "{ window.parsed.push(t.length); return parse.call(this, t, k) })"
    "(DOMParser.prototype.parseFromString)"
)
KEEP = f"void ({INSIDE}.mark = 1)"
PIECES = (
    "<p>", "</p>", "<div class=a>", "</div>", "<b>", "</b>", "<i>", "</i>", "<!--", "-->",
    "text ", "&amp; ", "<br>", "<img alt='>'>", "<table><tr><td>", "</td></tr></table>",
    "<ul><li>", "</ul>", "<a href='#x'>", "</a>", "<svg><g>", "</g></svg>", "<style>", "</style>",
    "<textarea>", "</textarea>", "\"", "'", "<", ">", "=", "é\U0001f600", "\r\n", "<section>",
    "</section>", "<h1>", "</h1>", "<select><option>", "</select>", "<form>", "</form>", "</body>",
)  # fmt: skip


def page(body: str) -> str:
    return f"<!doctype html><html><head><title>x</title></head><body>{body}</body></html>"


def shown(html: str, css: str = "") -> PreviewFrame:
    return PreviewFrame("one", "One", "", 390, html, css)


pieces = st.lists(st.text("ab<>\U0001f600 \r\n", max_size=6), max_size=6)


@given(
    st.lists(
        st.one_of(
            st.tuples(st.just(True), st.text("abc", max_size=4)),
            st.tuples(st.just(False), st.text("xyz", max_size=4)),
        ),
        max_size=8,
    )
)
def test_a_place_in_a_rendering_has_its_place_in_the_source(parts: list[tuple[bool, str]]) -> None:
    source = "".join(text for _, text in parts)
    kept, at = [], 0
    for keep, text in parts:
        if keep:
            kept.append((at, at + len(text)))
        at += len(text)
    slices = Slices.of(source, kept)
    assert slices.text == "".join(text for keep, text in parts if keep)
    for place, character in enumerate(slices.text):
        offset = slices.source_of(place)
        assert offset is not None
        assert source[offset] == character
        assert slices.place_of(offset) == place


@given(pieces, pieces, pieces, pieces)
def test_the_part_that_changed_makes_the_new_text_of_the_old(
    head: list[str], old: list[str], new: list[str], tail: list[str]
) -> None:
    before, after = "".join(head + old + tail), "".join(head + new + tail)
    start, end, text = changed_part(before, after)
    assert before[:start] + text + before[end:] == after
    assert len(text) <= max(len("".join(new)), 0)
    if before == after:
        assert (start, end, text) == (len(before), len(before), "")


def test_the_part_that_changed_is_found_in_long_texts() -> None:
    before = "a" * 70_000 + "b" + "c" * 70_000
    assert changed_part(before, before.replace("b", "xyz")) == (70_000, 70_001, "xyz")
    assert changed_part("a" * 50_000, "a" * 50_001) == (50_000, 50_000, "a")


def test_each_rendering_leads_back_to_what_was_chosen_in_the_source() -> None:
    html = (
        "<h1>top</h1><inline-split-test name=t><variant name=a weight=60>AAA"
        "<inline-split-test name=in><variant name=x>XX</variant></inline-split-test></variant>"
        "<variant name=b weight=40>BBB</variant></inline-split-test><p>end</p>"
    )
    (rendered,) = render_combinations(html, [Combination()])
    assert rendered.text == "<h1>top</h1>AAAXX<p>end</p>"
    for word in ("top", "AAA", "XX", "end"):
        place = rendered.text.index(word)
        assert rendered.source_of(place) == html.index(word)
        assert rendered.place_of(html.index(word)) == place
    assert rendered.place_of(html.index("BBB") + 1) is None


def test_any_edit_leaves_the_page_as_if_it_had_been_loaded_anew(qtbot: QtBot) -> None:
    dice = random.Random(4)
    text = page("".join(f"<div id=d{n}><p>row {n} <b>bold</b></p></div>" for n in range(12)))
    on = Stage(qtbot, shown(text))
    on.probe.until("!!window")
    for number in range(90):
        at = dice.randrange(60, len(text) - 10)
        end = min(len(text), at + dice.choice((0, 0, 0, 1, 5, 20)))
        text = text[:at] + dice.choice(PIECES) * dice.choice((1, 1, 2)) + text[end:]
        css = "p { color: red }" if number % 20 > 9 else ""
        on.update(shown(text, css))
        served = on.probe.run(
            f"fetch('source/1/0').then((a) => a.text()).then((t) => (window.told = [{number}, t]))"
            " && null"
        )
        assert served is None
        on.probe.until(f"window.told?.[0] === {number}")
        assert on.probe.run(AS_PARSED.format("window.told[1]")), (number, text)


def test_typing_into_one_place_never_fetches_or_reads_the_whole_page(qtbot: QtBot) -> None:
    text = page("".join(f"<p id=p{n}>row {n}</p>" for n in range(3000)))
    on = Stage(qtbot, shown(text))
    on.probe.until(f"{INSIDE}.readyState === 'complete'")
    outlined = "!document.querySelector('.outline').hidden"

    def mapped() -> bool:
        on.stage.reveal({"one": text.index("row 7<")})
        return bool(on.probe.run(outlined))

    qtbot.waitUntil(mapped, timeout=5000)
    on.probe.run(KEEP)
    on.probe.run(f"void ({COUNT_FETCHES}, {NOTE_PARSES})")
    for letter in "hello":
        text = (
            text.replace("row 1500<", f"row 1500{letter}<")
            if letter == "h"
            else text.replace("</p><p id=p1501>", f"{letter}</p><p id=p1501>")
        )
        on.update(shown(text))
    assert on.probe.run(f"{INSIDE}.getElementById('p1500').textContent") == "row 1500hello"
    assert on.probe.run(f"{INSIDE}.mark") == 1
    assert on.probe.run("window.fetches") == 0
    assert max(on.probe.run("window.parsed")) < 500


def test_a_click_tells_where_the_source_of_the_element_is(qtbot: QtBot) -> None:
    html = page("<p>\U0001f600 one</p><div><b>two</b> rest</div><ul><li>open<li>items</ul>")
    on = Stage(qtbot, shown(html, "p { color: red }"))
    picked: list[tuple[int, int]] = []
    on.stage.picked.connect(lambda _key, start, end: picked.append((start, end)))

    def click(selector: str) -> str:
        picked.clear()

        def clicked() -> bool:
            on.probe.run(f"void {INSIDE}.querySelector('{selector}').click()")
            return bool(picked)

        qtbot.waitUntil(clicked, timeout=5000)
        return html[slice(*picked[0])]

    assert click("p") == "<p>\U0001f600 one</p>"
    assert click("b") == "<b>two</b>"
    assert click("div") == "<div><b>two</b> rest</div>"
    assert click("li + li") == "<li>"
    html = html.replace("two", "two and a half").replace("one", "1")
    on.update(shown(html, "p { color: red }"))
    assert click("b") == "<b>two and a half</b>"
    assert click("p") == "<p>\U0001f600 1</p>"


def test_the_mouse_picks_what_it_points_at_and_a_link_stays_a_link(qtbot: QtBot) -> None:
    style = "display: block; height: 120px; margin: 0"
    html = page(f"<h2 style='{style}'>Head</h2><a href='/buy' style='{style}'>Buy <b>now</b></a>")
    on = Stage(qtbot, shown(html))
    picked: list[str] = []
    links: list[str] = []
    on.stage.picked.connect(lambda _key, start, end: picked.append(html[start:end]))
    on.stage.link_clicked.connect(links.append)

    def click(y: int) -> bool:
        box = on.probe.run(f"{FRAME}.getBoundingClientRect().toJSON()")
        scale = box["width"] / 390
        place = QPoint(round(box["x"] + 200 * scale), round(box["y"] + y * scale))
        QTest.mouseClick(on.probe.keyboard(), Qt.MouseButton.LeftButton, pos=place)
        return bool(picked)

    def picks(y: int, source: str) -> None:
        qtbot.waitUntil(lambda: click(y) and picked[-1] == source, timeout=10_000)

    picks(60, f"<h2 style='{style}'>Head</h2>")
    assert len(set(picked)) == 1
    picks(200, f"<a href='/buy' style='{style}'>Buy <b>now</b></a>")
    assert len(set(picked)) == 2
    qtbot.waitUntil(lambda: set(links) == {"/buy"})


def test_a_place_in_the_source_is_outlined_and_brought_into_sight(qtbot: QtBot) -> None:
    html = page("<h1>Top</h1><div style='height: 4000px'></div><p id=far>far <b>away</b></p>")
    on = Stage(qtbot, shown(html))
    outline = "document.querySelector('.outline')"
    on.probe.until(f"{INSIDE}.readyState === 'complete'")

    def outlined(word: str, selector: str) -> None:
        def fits() -> bool:
            on.stage.reveal({"one": html.index(word)})
            box = f"{INSIDE}.querySelector('{selector}').getBoundingClientRect()"
            scale = f"({FRAME}.getBoundingClientRect().width / 390)"
            return bool(
                on.probe.run(
                    f"!{outline}.hidden && Math.abs(parseFloat({outline}.style.width) - "
                    f"{box}.width * {scale}) < 2 && Math.abs(parseFloat({outline}.style.top) + 2 "
                    f"- {box}.top * {scale}) < 2"
                )
            )

        qtbot.waitUntil(fits, timeout=5000)

    outlined("Top", "h1")
    assert on.probe.run(f"{FRAME}.contentWindow.scrollY") == 0
    outlined("away", "b")
    assert on.probe.run(f"{FRAME}.contentWindow.scrollY") > 3000
    outlined("far ", "p")
    on.stage.reveal({})
    on.probe.until(f"{outline}.hidden")


def test_the_page_itself_has_nothing_of_the_marks(qtbot: QtBot) -> None:
    html = page("<p>one</p><template><i>in</i></template>")
    on = Stage(qtbot, shown(html))
    on.update(shown(html.replace("one", "two")))
    attributes = f"[...{INSIDE}.querySelectorAll('*')].flatMap((e) => [...e.attributes])"
    assert on.probe.run(f"{attributes}.length") == 0
    inner = f"[...{INSIDE}.querySelector('template').content.querySelectorAll('*')]"
    assert on.probe.run(f"{inner}.flatMap((e) => [...e.attributes]).length") == 0


def test_clicks_find_their_source_in_a_page_of_a_megabyte(qtbot: QtBot) -> None:
    row = "<div class=row><p>Coffee that waits for you, roasted on Tuesday {}</p></div>\n"
    html = page("".join(row.format(number) for number in range(15_000)))
    on = Stage(qtbot, shown(html))
    picked: list[tuple[int, int]] = []
    on.stage.picked.connect(lambda _key, start, end: picked.append((start, end)))

    def clicked() -> bool:
        on.probe.run(f"void {INSIDE}.querySelectorAll('p')[9999].click()")
        return bool(picked)

    qtbot.waitUntil(clicked, timeout=10_000)
    assert html[slice(*picked[0])] == "<p>Coffee that waits for you, roasted on Tuesday 9999</p>"
