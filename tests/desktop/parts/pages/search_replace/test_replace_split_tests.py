"""Replacing on pages with split tests: kept running, skipped or restarted, and all taken back."""

import pytest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.search_replace_driver import (
    html_of,
    read_report,
    replace_all,
    replacing,
    told,
)
from tests.desktop.support.window_bench import WindowBench, in_the_window, open_dialogs, until

TEST = (
    '<inline-split-test{} name="{}"><variant name="A" weight="50">tea</variant>'
    '<variant name="B" weight="50">tea</variant></inline-split-test>'
)
HEAD = TEST.format("", "Head")


@pytest.mark.parametrize("name", ["Head", "tea test"])
@in_the_window
async def test_running_tests_are_kept_by_a_replacement_and_by_taking_it_back(
    bench: WindowBench, brand: LiveBrand, name: str
) -> None:
    html = TEST.format("", name)
    page = await brand.add("Home", html=html)
    (number,) = await brand.split_tests(page.id)
    window = await replacing(bench, brand, "tea", "cocoa")
    window.apply_button.click()
    await until(open_dialogs)
    open_dialogs()[-1].answer("yes")
    assert told(await read_report("undo")) == {"Home": "done"}
    assert told(await read_report("")) == {"Home": "done"}
    assert await html_of(brand, page) == [TEST.format(f' id="{number}"', name)]
    assert await brand.split_tests(page.id) == [number]


@in_the_window
async def test_a_kept_test_names_its_record(bench: WindowBench, brand: LiveBrand) -> None:
    page = await brand.add("Home", html=HEAD)
    (number,) = await brand.split_tests(page.id)
    window = await replacing(bench, brand, "tea", "cocoa")
    assert told(await replace_all(window)) == {"Home": "done"}
    kept = TEST.format(f' id="{number}"', "Head").replace("tea", "cocoa")
    assert await html_of(brand, page) == [kept]
    assert await brand.split_tests(page.id) == [number]


@in_the_window
async def test_taking_a_restart_back_puts_the_ids_of_before_back(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("Home", html=HEAD)
    (number,) = await brand.split_tests(page.id)
    window = await replacing(bench, brand, "tea", "cocoa")
    assert told(await replace_all(window, tests="restart")) == {"Home": "done"}
    assert await html_of(brand, page) == [HEAD.replace("tea", "cocoa")]
    assert len(await brand.split_tests(page.id)) == 2
    await until(window.back_button.isVisible)
    window.back_button.click()
    await until(open_dialogs)
    open_dialogs()[-1].answer("yes")
    assert told(await read_report("")) == {"Home": "done"}
    assert await html_of(brand, page) == [TEST.format(f' id="{number}"', "Head")]
    assert len(await brand.split_tests(page.id)) == 2


@in_the_window
async def test_pages_with_tests_can_be_skipped(bench: WindowBench, brand: LiveBrand) -> None:
    page = await brand.add("Home", html=HEAD)
    window = await replacing(bench, brand, "tea", "cocoa")
    assert told(await replace_all(window, tests="skip")) == {"Home": "skipped"}
    assert await html_of(brand, page) == [HEAD]


STATES = ("running", "paused", "finalized", "completed", "deleted")


@pytest.mark.parametrize("state", STATES)
@in_the_window
async def test_a_test_in_any_state_is_kept_by_a_replacement(
    bench: WindowBench, brand: LiveBrand, state: str
) -> None:
    page = await brand.add("Home", html=HEAD)
    (number,) = await brand.split_tests(page.id)
    await brand.end_test(number, state)
    window = await replacing(bench, brand, "tea", "cocoa")
    assert told(await replace_all(window)) == {"Home": "done"}
    kept = TEST.format(f' id="{number}"', "Head").replace("tea", "cocoa")
    assert await html_of(brand, page) == [kept]
    assert await brand.states(page.id) == {number: state}


@pytest.mark.parametrize("state", STATES)
@in_the_window
async def test_taking_a_replacement_back_leaves_a_test_in_its_state(
    bench: WindowBench, brand: LiveBrand, state: str
) -> None:
    page = await brand.add("Home", html=HEAD)
    (number,) = await brand.split_tests(page.id)
    await brand.end_test(number, state)
    window = await replacing(bench, brand, "tea", "cocoa")
    window.apply_button.click()
    await until(open_dialogs)
    open_dialogs()[-1].answer("yes")
    assert told(await read_report("undo")) == {"Home": "done"}
    assert told(await read_report("")) == {"Home": "done"}
    assert await html_of(brand, page) == [TEST.format(f' id="{number}"', "Head")]
    assert await brand.states(page.id) == {number: state}
