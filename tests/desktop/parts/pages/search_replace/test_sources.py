"""Search and replace look into JavaScript and header code, where pixels and ids live."""

from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.search_replace_driver import (
    read_report,
    replace_all,
    replacing,
    told,
)
from tests.desktop.support.window_bench import WindowBench, in_the_window, shown_dialog

from funneldesk.desktop.records.search_replace.work import ReplaceDialog


@in_the_window
async def test_pixels_are_found_and_replaced_in_javascript_and_header_code(
    bench: WindowBench, brand: LiveBrand
) -> None:
    script = '<script>fbq("init", "PX-111");</script>'
    long = f"<script>/* {'tea ' * 200}*/ fbq('init', 'PX-111');</script>"
    header = '<meta name="pixel" content="PX-111">'
    short_one = await brand.add("One", html="<p>x</p>", custom_javascript=script)
    await brand.change(short_one, custom_header_code=header)
    long_one = await brand.add("Two", html="<p>y</p>", custom_javascript=long)
    window = await replacing(bench, brand, "PX-111", "PX-222")
    found = {e.heading.title: dict(e.found.counts) for e in window.results.entries}
    assert found == {
        "One": {"custom_javascript": 1, "custom_header_code": 1},
        "Two": {"custom_javascript": 1},
    }
    await replace_all(window)
    stored = await brand.stored(short_one.id)
    assert stored.custom_javascript == script.replace("111", "222")
    assert stored.custom_header_code == header.replace("111", "222")
    assert stored.html == "<p>x</p>"
    assert (await brand.stored(long_one.id)).custom_javascript == long.replace("111", "222")
    window.hide()


@in_the_window
async def test_javascript_of_a_live_page_is_replaced_by_publish_changes_and_undone(
    bench: WindowBench, brand: LiveBrand
) -> None:
    script = '<script>fbq("init", "PX-111");</script>'
    page = await brand.add("One", html="<p>x</p>", status="published", custom_javascript=script)
    window = await replacing(bench, brand, "PX-111", "PX-222")
    window.apply_button.click()
    dialog: ReplaceDialog = await shown_dialog(ReplaceDialog)
    assert dialog.button("yes").text() == "Publish changes"
    dialog.answer("yes")
    assert told(await read_report("undo")) == {"One": "done"}
    assert told(await read_report("")) == {"One": "done"}
    assert (await brand.stored(page.id)).custom_javascript == script
    window.hide()


@in_the_window
async def test_a_replacement_that_breaks_javascript_is_not_sent(
    bench: WindowBench, brand: LiveBrand
) -> None:
    code = "<script>go();</script>"
    page = await brand.add("One", html="<p>x</p>", custom_javascript=code)
    window = await replacing(bench, brand, "</script>", "")
    report = await replace_all(window)
    assert [outcome.kind for _item, outcome in report.rows] == ["skipped"]
    assert (await brand.stored(page.id)).custom_javascript == code
    window.hide()
