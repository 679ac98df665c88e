"""Images of the variants side by side (quirk 28: each as a visitor meets it)."""

from tests.desktop.parts.split_tests.test_results import opened
from tests.desktop.parts.split_tests.test_shipping import HTML, on_a_page
from tests.desktop.support.chart_bench import ink
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.contract.components import ComponentDraft
from funneldesk.contract.split_tests import SplitTestDraft
from funneldesk.desktop.parts.split_tests.variants.pictures import combinations_of


@in_the_window
async def test_variants_are_drawn_when_they_are_looked_at(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, _page_id, _test_id = await on_a_page(bench, brand)
    assert not panel.pictures.pictures
    button = panel.detail.tabs.button("variants")
    assert button is not None
    button.click()
    await until(lambda: len(panel.pictures.pictures) == 2 and not panel.pictures.tasks.is_busy)
    first, second = panel.pictures.pictures
    assert (first.name, second.name) == ("calm", "bold")
    assert first.image.pixmap().toImage() != second.image.pixmap().toImage()
    assert first.words.text().endswith("baseline")
    assert "lift +62.5" in second.words.text()


@in_the_window
async def test_components_are_drawn_side_by_side(bench: WindowBench, brand: LiveBrand) -> None:
    async with brand.api() as api:
        made = [
            await api.components.create(
                ComponentDraft(name=name, html=f"<h1>{name}</h1>", css=f"h1 {{ color: {colour} }}")
            )
            for name, colour in (("Calm", "green"), ("Bold", "red"))
        ]
        items = [{"name": each.name, "weight": 50, "component_id": each.id} for each in made]
        draft = SplitTestDraft(name="Banner", type="component_split_test", config={"items": items})
        test = await api.split_tests.create(draft)
    panel = await opened(bench, brand, test.id)
    button = panel.detail.tabs.button("variants")
    assert button is not None
    button.click()
    await until(lambda: len(panel.pictures.pictures) == 2 and not panel.pictures.tasks.is_busy)
    first, second = panel.pictures.pictures
    assert (first.name, second.name) == ("Calm", "Bold")
    images = [each.image.pixmap().toImage() for each in (first, second)]
    assert ink(images[0], "#008000")
    assert ink(images[1], "#ff0000")
    assert not ink(images[0], "#ff0000")


def test_a_block_in_a_variant_of_another_is_shown_with_that_one() -> None:
    nested = HTML.replace("<p>Two</p>", HTML.partition("\r\n")[2].partition("<p>Rest")[0])
    found = combinations_of(nested.partition("\r\n")[2].partition("<p>Rest</p>")[2], 9, "headline")
    assert [name for name, _combination in found] == ["calm", "bold"]
    assert len({combination for _name, combination in found}) == 2
    assert combinations_of(HTML + HTML, 9, "headline") == []
