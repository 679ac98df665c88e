"""A thread as it is read: the newest first in view, plain text, who wrote, where links lead."""

import re
from typing import Any

import pytest
from PySide6.QtWebEngineWidgets import QWebEngineView
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.ticket_desk import desk, opened, write_again, write_in
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.style.tokens import LIGHT
from funneldesk.desktop.parts.tickets.thread.page import thread_page

FORMATS = Formats("EUR")
AWKWARD = ["\u202eesrever", "a\u200bb", "\x07\x1b[31m", "<script>x</script>", "W" * 1_000_000]


def page(*messages: dict[str, Any], plain: bool = False) -> str:
    return thread_page(list(messages), FORMATS, LIGHT, plain=plain).html


@in_the_window
async def test_a_long_thread_opens_at_its_newest_message(
    bench: WindowBench, brand: LiveBrand
) -> None:
    code = write_in(brand, "Long")
    for number in range(199):
        write_again(brand, code, f"<p>Message {number}</p>")
    panel = await desk(bench, await bench.workspace(brand))
    await opened(panel, code)
    await until(lambda: panel.conversation.seen == 200)

    def place() -> tuple[float, float]:
        view = panel.conversation.messages.findChild(QWebEngineView)
        found = view.page() if view is not None else None
        return (found.scrollPosition().y(), found.contentsSize().height()) if found else (0.0, 0.0)

    await until(lambda: place()[0] > 0)
    scrolled, whole = place()
    assert scrolled + panel.conversation.messages.height() > whole - 60


@in_the_window
async def test_what_is_searched_for_is_shown_in_its_place(
    bench: WindowBench, brand: LiveBrand
) -> None:
    code = write_in(brand, "Long", message="<p>My grinder never came</p>")
    for number in range(60):
        write_again(brand, code, f"<p>Message {number}</p>")
    write_in(brand, "Other")
    panel = await desk(bench, await bench.workspace(brand))
    await until(lambda: not panel.source.library.tasks.is_busy)
    panel.list.search.setText("GRINDER")
    await until(lambda: panel.list.table.rows.ids == [code])
    await opened(panel, code)
    await until(lambda: "<mark" in panel.conversation.page.html)
    assert '<p dir="auto">My <mark id="hit">grinder</mark> never' in panel.conversation.page.html

    def scrolled() -> float:
        view = panel.conversation.messages.findChild(QWebEngineView)
        return view.page().scrollPosition().y() if view is not None else -1.0

    await until(lambda: scrolled() == 0.0)
    panel.list.search.setText("")
    await until(lambda: "<mark" not in panel.conversation.page.html)
    await until(lambda: scrolled() > 0)


@in_the_window
async def test_plain_text_is_chosen_once_and_stays(bench: WindowBench, brand: LiveBrand) -> None:
    letter = "<p>Hi <b>you</b></p><ul><li>one</ul><a href='https://evil.example'>bank</a>"
    code = write_in(brand, "Plain", message=letter)
    workspace = await bench.workspace(brand, place="one")
    panel = await desk(bench, workspace)
    await opened(panel, code)
    panel.conversation.plain.click()
    wanted = "Hi you\n• one\nbank &lt;https://evil.example&gt;"
    await until(lambda: wanted in panel.conversation.page.html)
    await panel.settle()
    await bench.close(workspace)
    again = await desk(bench, await bench.workspace(brand, place="one"))
    await opened(again, code)
    await until(lambda: wanted in again.conversation.page.html)
    assert again.conversation.plain.isChecked()


def test_who_wrote_is_said_in_words_not_by_colour_alone() -> None:
    html = page(
        {"type": "system_message", "from_name": "", "message": "Merged"},
        {"type": "system_message", "from_name": "Robot", "message": "Closed"},
        {"type": "agent_message", "from_name": "Anouk", "message": "Hi"},
        {"type": "customer_message", "from_name": "", "message": "Hello"},
    )
    heads = re.findall(r"<h2>(.*?) <time>", html)
    said = [re.sub("<.*?>", "", head) for head in heads]
    assert said == ["System", "Robot · system", "Anouk · agent", "Customer"]


def test_links_say_where_they_lead_under_the_mouse_and_the_keyboard() -> None:
    html = page({"message": "<a href='https://evil.example/?a=1&b=2'>https://bank.example</a>"})
    assert 'title="https://evil.example/?a=1&amp;b=2"' in html
    assert "a:focus-visible::after{content:' (' attr(href) ')'" in html


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("text", AWKWARD)
def test_awkward_text_is_shown_to_the_letter(text: str, plain: bool) -> None:
    body = text if "<" not in text else "&lt;script&gt;x&lt;/script&gt;"
    html = page({"message": f"<p>{body}</p>", "from_name": text}, plain=plain)
    assert text.replace("<", "&lt;").replace(">", "&gt;").strip("\x07")[:100] in html
    assert "<script" not in html


PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAA"


@pytest.mark.parametrize("plain", [False, True])
def test_what_follows_a_large_picture_is_there(plain: bool) -> None:
    data = f"data:image/png;base64,{PICTURE}{'A' * 3_000_000}"
    html = page({"message": f'<p>Look:</p><img src="{data}"><p>The end</p>'}, plain=plain)
    assert "The end" in html
    assert "too long" not in html
    assert (data in html) is not plain


def test_each_message_is_read_in_its_own_direction_and_dates_stay_whole() -> None:
    arabic, name = "أين طلبي رقم 5؟", "محمد العربي"
    html = page(
        {"message": arabic, "message_type": "text", "from_name": name},
        {"message": f"<p>{arabic}</p><ul><li>{arabic}</li></ul>", "from_name": name},
        {"message": f'<div dir="rtl"><p>1 + 1 {arabic}</p></div>', "from_name": name},
    )
    typed, blocks, given = html.split("<article")[1:]
    assert f"<bdi>{name}</bdi> <time><bdi>" in typed
    assert f'<div dir="auto" class="typed">{arabic}' in typed
    assert f'<p dir="auto">{arabic}</p><ul dir="auto"><li>' in blocks
    assert '<div dir="rtl"><p>1 + 1' in given
    assert "unicode-bidi:plaintext" in html


def test_a_wide_table_scrolls_by_itself() -> None:
    table = "<table><tr><td>a<table><tr><td>b</td></tr></table></td></tr></table>"
    html = page({"message": f"<p>See</p>{table}<p>end</p>"})
    assert html.count('<div class="wide"><table') == 1
    assert "</table></div><p" in html
    assert ".wide{overflow-x:auto" in html
