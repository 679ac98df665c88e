"""Text that is hard to keep, and markup, in every field of the domains' dialogs and in whatever
servers say of a domain: refused in words at its field, or shown as it is; nobody is asked."""

import pytest
from pytestqt.qtbot import QtBot
from tests.desktop.support.hostile_fields import (
    HOSTILE,
    fill,
    refused,
    rendered,
    text_of,
    typed,
)
from tests.desktop.support.hostile_pages import Canaries
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, shown_dialog, until

from funneldesk.contract.domains import DomainDraft
from funneldesk.contract.pages import PageDraft
from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.parts.domains.deeds.adding import AddDialog
from funneldesk.desktop.parts.domains.deeds.moving import MoveDialog
from funneldesk.desktop.parts.domains.domains import KIND_WORDS
from funneldesk.desktop.parts.domains.panel import DomainsPanel
from funneldesk.desktop.parts.domains.setup.answers_view import AnswersView
from funneldesk.desktop.parts.domains.setup.lookups import Resolver, Seen, Wanted
from funneldesk.desktop.parts.domains.setup.reasons import SHORT, reason
from funneldesk.desktop.parts.domains.setup.record_card import RecordCard
from funneldesk.desktop.parts.domains.setup.resolvers import set_resolvers
from funneldesk.desktop.parts.domains.setup.watch import Watched
from funneldesk.desktop.records.schema.form_dialog import FormDialog


async def opened(bench: WindowBench, brand: LiveBrand, base_url: str = "") -> DomainsPanel:
    workspace = await bench.workspace(brand, base_url=base_url)
    await set_resolvers(workspace, "")
    panel = bench.own(DomainsPanel(workspace))
    panel.resize(1280, 800)
    panel.show()
    panel.refresh()
    await until(lambda: panel.is_quiet)
    return panel


@pytest.mark.parametrize("sample", HOSTILE)
@in_the_window
async def test_every_field_of_a_new_domain_and_of_the_name_servers(
    bench: WindowBench, brand: LiveBrand, relay: Relay, canaries: Canaries, sample: str
) -> None:
    panel, text = await opened(bench, brand, relay.base_url), text_of(sample, canaries)
    panel.new()
    adding: AddDialog = await shown_dialog(AddDialog)
    fields = typed(adding.form)
    for kind in KIND_WORDS:
        adding.form.row("kind").set_value(kind)
        fill(adding.form, fields.values(), text)
        adding.go_button.click()
        await until(lambda: refused(adding.form, fields.values()) == fields.keys())
        await until(lambda: not adding.tasks.is_busy)
        assert adding.form.value("domain") == text, "nothing typed is lost"
    assert not rendered(adding)
    adding.answer("")
    panel.set_servers()
    servers: FormDialog = await shown_dialog(FormDialog)
    fill(servers.form, typed(servers.form).values(), text)
    servers.go_button.click()
    assert "isn't an address" in servers.form.row("servers").error()
    assert not rendered(servers)
    servers.answer("")
    await until(lambda: panel.is_quiet)
    assert canaries.heard == []


@pytest.mark.parametrize("sample", HOSTILE)
def test_whatever_servers_and_resolvers_say_is_plain_text(
    canaries: Canaries, sample: str, qtbot: QtBot
) -> None:
    text, resolver = text_of(sample, canaries), Resolver("192.0.2.1")
    wanted, card, answers = Wanted(text, text), RecordCard(), AnswersView(Formats)
    for widget in (card, answers):
        qtbot.addWidget(widget)
    card.show_record(wanted, text, (text, text))
    seen = tuple(Seen(resolver, kind, text, None, text) for kind in SHORT)
    answers.show_answers(Watched(seen=seen, message=text))
    assert card.host.text() == card.value.text() == text
    assert text in said(answers)
    assert not rendered(card)
    assert not rendered(answers)
    banner = Banner(closable=False)
    qtbot.addWidget(banner)
    for each in seen:
        told = reason([each], wanted, Formats())
        banner.say(told.title, told.text, told.tone)
        assert not rendered(banner)
    assert canaries.heard == []


@pytest.mark.parametrize("sample", ["markup", "fetches", "turned round"])
@in_the_window
async def test_titles_of_pages_that_stand_on_a_domain_and_move(
    bench: WindowBench, brand: LiveBrand, canaries: Canaries, sample: str
) -> None:
    text = text_of(sample, canaries)
    async with brand.api() as api:
        names = [f"{word}{brand.number}" for word in ("from", "to")]
        source, _target = [
            await api.domains.create(DomainDraft(domain=name, dedicated_domain=False))
            for name in names
        ]
        await api.pages.create(PageDraft(title=text, slug="a", domain_id=source.id))
    panel = await opened(bench, brand)
    panel.open_record(str(source.id))
    panel.detail.tabs.button("serving").click()
    await until(lambda: panel.serving.table.rows.rowCount() == 1)
    assert panel.serving.table.rows.index(0, 0).data() == text
    panel.move_pages((str(source.id),))
    dialog = await shown_dialog(MoveDialog)
    await until(lambda: dialog.table.rows.rowCount() == 1)
    assert dialog.table.rows.index(0, 0).data() == text
    assert not rendered(dialog)
    assert not rendered(panel)
    dialog.answer("")
    await until(lambda: panel.is_quiet)
    assert canaries.heard == []
