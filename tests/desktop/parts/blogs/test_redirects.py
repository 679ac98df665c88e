"""Addresses that change with a segment, counted, and redirects that lead from each to the new."""

import re
from itertools import product

import pytest
from PySide6.QtWidgets import QApplication
from tests.desktop.support.blogs_desk import blog, opened, stored, type_in
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, until

from funneldesk.contract.blogs import CategoryDraft
from funneldesk.desktop.parts.blogs.addresses import BlogAddresses
from funneldesk.desktop.parts.blogs.impact.changes import address_changes
from funneldesk.desktop.records.redirects.address_change import AddressChange
from funneldesk.desktop.records.redirects.forms import (
    goes_in_circles,
    new_target,
    old_pattern,
    redirect_text,
)

CATEGORIES = ["at-the-stove", "farms"]
BEFORE = BlogAddresses("shop.example", "journal", "slug_only", "read", "category", "tag", "search")


def follow(address: str, changes: list[AddressChange]) -> str:
    """Where the first rule that fits leads, as a server does it."""
    for change in (each for each in changes if each.new):
        found = re.match(old_pattern(change), address)
        if found is not None:
            return new_target(change, found[1] if found.groups() else "")
    return address


@pytest.mark.parametrize(
    ("before", "after"), list(product(("slug_only", "segment", "category"), repeat=2))
)
def test_every_old_address_leads_to_the_new_one_and_stays_there(before: str, after: str) -> None:
    old = BlogAddresses("", "journal", before, "read", "category", "tag", "search")
    new = BlogAddresses("", "diary", after, "story", "shelf", "tag", "find")
    changes = address_changes(old, new, CATEGORIES)
    samples = [
        (old.home, new.home),
        (old.search, new.search),
        (old.tag("x-1"), new.tag("x-1")),
        *((old.category(c), new.category(c)) for c in CATEGORIES),
    ]
    if not (after == "category" and before != "category"):
        samples += [(old.article("how-to", c), new.article("how-to", c)) for c in CATEGORIES]
    for start, end in samples:
        assert follow(start, changes) == end, (start, end)
        assert follow(end, changes) == end, "nobody goes in circles"
    assert not goes_in_circles(changes)


def test_a_word_that_changes_under_articles_alone_is_not_taken_for_an_article() -> None:
    after = BlogAddresses("shop.example", "journal", "segment", "read", "category", "tag", "find")
    changes = address_changes(BEFORE, after, CATEGORIES)
    assert follow("/journal/search", changes) == "/journal/find"
    assert follow("/journal/find", changes) == "/journal/find", "it is the search now"
    assert follow("/journal/a-story", changes) == "/journal/read/a-story"
    assert follow("/journal/read/a-story", changes) == "/journal/read/a-story"


def test_swapped_words_would_go_in_circles_and_articles_without_category_have_no_rule() -> None:
    swapped = BlogAddresses("", "journal", "segment", "read", "tag", "category", "search")
    plain = BlogAddresses("", "journal", "segment", "read", "category", "tag", "search")
    assert goes_in_circles(address_changes(plain, swapped, CATEGORIES))
    into = BlogAddresses("", "journal", "category", "read", "category", "tag", "search")
    unknown = [each for each in address_changes(plain, into, CATEGORIES) if not each.new]
    assert [each.kind for each in unknown] == ["article"]
    assert redirect_text("nginx", unknown) == ""


@in_the_window
async def test_a_segment_changed_counts_what_moves_and_gives_the_list_before_and_after_the_save(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await blog(brand, "Journal", slug="journal")
    async with brand.api() as api:
        for name in ("At the stove", "Farms", "قهوة"):
            await api.blogs.create_category(made.id, CategoryDraft(name=name))
    panel = await opened(bench, await bench.workspace(brand), made)
    panel.detail.tabs.button("redirects").click()
    assert "No address changes" in said(panel.redirects)
    type_in(panel, "category_url_segment", "shelf")
    assert "3 known addresses change." in said(panel.redirects)
    assert (
        "/journal/category/farms\t/journal/shelf/farms" in panel.redirects.list.text.toPlainText()
    )
    panel.redirects.list.forms.button("nginx").click()
    panel.redirects.list.copy.click()
    rules = QApplication.clipboard().text().splitlines()
    assert len(rules) == 3
    assert all(line.startswith("rewrite ^/journal/category/") for line in rules)
    type_in(panel, "tag_url_segment", "word")
    assert "So do those of all tags" in said(panel.redirects)
    gone: list[int] = []
    panel.redirects.places.currentChanged.connect(gone.append)
    panel.save()
    await until(lambda: panel.is_quiet and not panel.session.is_dirty)
    assert (await stored(brand, made)).category_url_segment == "shelf"
    await until(lambda: "rewrite ^/journal/category" in panel.redirects.list.text.toPlainText())
    assert len(panel.redirects.list.text.toPlainText().splitlines()) == 4, "kept after the save"
    assert "3 known addresses changed." in said(panel.redirects)
    assert not gone, "the list stays where it is looked at, and the keyboard with it"
