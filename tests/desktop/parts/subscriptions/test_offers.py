"""Retention offers: edited as a record is, seen as customers would see them, and looked back at."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.desktop.support.customer_desk import MERCHANT, offer, order, subscribe
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    said,
    shown_dialog,
    until,
)

from funneldesk.contract.subscriptions import OFFER_TYPES
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.parts.subscriptions.offers.kind import problem
from funneldesk.desktop.parts.subscriptions.offers.matrix import (
    cell,
    offers_of,
    reason_of,
    reasons,
    replay,
    shown_for,
)
from funneldesk.desktop.parts.subscriptions.offers.page import OffersPage
from funneldesk.desktop.parts.subscriptions.panel import SubscriptionsPanel
from funneldesk.desktop.parts.subscriptions.subscriptions import SUBSCRIPTIONS
from funneldesk.desktop.workspace.workspace import Workspace

LESS = {"offer_type": "discount", "offer_value": 20, "cancel_reason": "too expensive"}
REST = {"offer_type": "pause", "offer_value": 30, "own_key": {"kept": True}}

configs = st.fixed_dictionaries(
    {
        "enabled": st.booleans(),
        "exit_survey_reasons": st.lists(st.sampled_from(("dear", "late", " dear ", ""))),
        "offers": st.lists(
            st.fixed_dictionaries(
                {
                    "offer_type": st.sampled_from(OFFER_TYPES),
                    "cancel_reason": st.sampled_from(("dear", "moved", "", None)),
                }
            )
        ),
    }
)


async def shown(bench: WindowBench, workspace: Workspace) -> OffersPage:
    """The page with the offers of the first merchant."""
    panel = bench.own(SubscriptionsPanel(workspace, SUBSCRIPTIONS))
    panel.resize(1240, 800)
    panel.show()
    panel.refresh()
    await until(lambda: panel.list.source is not None and panel.is_quiet)
    panel.show_offers()
    page = panel.offers
    assert page is not None
    await until(lambda: page.session.draft is not None and panel.is_quiet)
    return page


def row(page: OffersPage, at: int) -> list[str]:
    """The texts of a line of the matrix."""
    rows = page.matrix.rows
    return [str(rows.index(at, place).data()) for place in range(len(rows.columns))]


async def stored(brand: LiveBrand, merchant: int) -> dict[str, Any]:
    async with brand.api() as api:
        found = await api.subscriptions.get_retention_offers(merchant)
    return found.model_dump(mode="json")


@in_the_window
async def test_an_offer_is_changed_seen_in_the_matrix_and_saved_with_what_is_not_known(
    bench: WindowBench, brand: LiveBrand
) -> None:
    subscribe(brand, "tx-1")
    await offer(brand, LESS, REST)
    page = await shown(bench, await bench.workspace(brand))
    assert row(page, 0)[:3] == ["too expensive", "20% off the next charge", ""]
    assert row(page, 1)[2] == "No charge for 30 days"
    assert "who says “too expensive”" in said(page.preview)
    assert "20% off the next charge" in said(page.preview)
    assert "the next ones are: No charge for 30 days" in said(page.preview)
    page.matrix.select(":")
    assert "20%" not in said(page.preview)
    assert "No charge for 30 days" in said(page.preview)
    assert page.session.draft is not None
    changed = [{**page.session.draft.fields["offers"][0], "offer_value": 35}, REST]  # type: ignore[index]
    page._fill({"offers": changed})
    assert row(page, 0)[4] == "35% off the next charge"
    assert (await stored(brand, MERCHANT))["offers"][0]["offer_value"] == 20
    await page.pane.save_flow.save(None)
    await until(lambda: not page.session.is_dirty)
    now = (await stored(brand, MERCHANT))["offers"]
    assert [each["offer_value"] for each in now] == [35, 30]


@in_the_window
async def test_what_the_server_would_refuse_is_said_before_it_is_sent(
    bench: WindowBench, brand: LiveBrand
) -> None:
    subscribe(brand, "tx-1")
    await offer(brand, LESS)
    page = await shown(bench, await bench.workspace(brand))
    page._fill({"offers": [{**LESS, "offer_value": 140}]})
    await page.pane.save_flow.save(None)
    assert page.session.is_dirty
    assert (await stored(brand, MERCHANT))["offers"][0]["offer_value"] == 20


@in_the_window
async def test_offers_are_copied_to_another_merchant_as_a_draft(
    bench: WindowBench, brand: LiveBrand
) -> None:
    subscribe(brand, "tx-1")
    order(brand, "A-1")
    async with brand.api() as api:
        await api.subscriptions.get_retention_offers(MERCHANT)
    subscribe(brand, "tx-2", email="other@posta.example", merchant_id=9)
    await offer(brand, LESS)
    page = await shown(bench, await bench.workspace(brand))
    page.copy.click()
    dialog: Dialog = await shown_dialog(Dialog)
    dialog.button("9").click()
    await until(lambda: page.session.record_id == "9" and page.session.is_dirty)
    assert row(page, 0)[0] == "too expensive"
    assert (await stored(brand, 9))["offers"] == []


@in_the_window
async def test_it_tells_what_would_have_been_offered_to_those_who_left(
    bench: WindowBench, brand: LiveBrand
) -> None:
    subscribe(brand, "tx-1")
    await offer(brand, LESS)
    page = await shown(bench, await bench.workspace(brand))
    page.back_look.click()
    await until(lambda: page.looked.text() == "Nobody has canceled yet.")


@given(configs)
def test_every_offer_stands_in_the_matrix_once(config: dict[str, Any]) -> None:
    found = [
        each
        for reason in reasons(config)
        for kind in OFFER_TYPES
        for each in cell(config, reason, kind)
    ]
    assert len(found) == len(offers_of(config))


@given(configs, st.lists(st.sampled_from(("dear", "moved", "other", ""))))
def test_looking_back_counts_each_who_left_once(config: dict[str, Any], given_: list[str]) -> None:
    lines = replay(config, given_)
    assert sum(each.count for each in lines) == len(given_)
    for each in lines:
        wanted = shown_for(config, each.reason)
        assert len(each.offers) == len(wanted)
        assert config["enabled"] or not each.offers
        assert all(reason_of(o) in (each.reason, "") for o in wanted)


@pytest.mark.parametrize(
    ("fault", "offer_"),
    [
        ("number", {"offer_type": "discount"}),
        ("at most 100%", {"offer_type": "discount", "offer_value": 101}),
        ("whole number of days", {"offer_type": "pause", "offer_value": 0.5}),
        ("code of the product", {"offer_type": "downgrade"}),
    ],
)
def test_quirk_49_each_type_has_its_own_rule(fault: str, offer_: dict[str, Any]) -> None:
    assert fault in problem(offer_)
