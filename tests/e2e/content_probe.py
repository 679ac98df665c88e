"""Walks through components, domains and blogs in a real window, by mouse and keys."""

import asyncio
import json
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.desktop.support.blogs_desk import blog, stored
from tests.desktop.support.components_desk import component, live
from tests.desktop.support.dns_zone import name_server
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, said, shown_dialog, until
from tests.e2e.walking import (
    CTRL,
    ZONE,
    Walk,
    click,
    click_row,
    do,
    press_button,
    section,
    start,
    told,
    window,
    write,
)

from funneldesk.contract.blogs import CategoryDraft
from funneldesk.desktop.app.session import Session
from funneldesk.desktop.parts.blogs.panel import BlogsPanel
from funneldesk.desktop.parts.components.actions import PublishDialog
from funneldesk.desktop.parts.components.panel import ComponentsPanel
from funneldesk.desktop.parts.components.rename.dialog import RenameDialog
from funneldesk.desktop.parts.domains.deeds.adding import AddDialog
from funneldesk.desktop.parts.domains.panel import DomainsPanel
from funneldesk.desktop.records.schema.form_dialog import FormDialog

PAGES = 40
HOST = "shop.harbour.test"
WRONG, RIGHT_SECONDS = "old.shop.test", 120


async def type_at_the_end(panel: ComponentsPanel, text: str) -> None:
    """Click into the source and type behind what is there."""
    code = panel.editor.editor()
    await until(lambda: code.is_ready)
    keyboard = code.focusProxy().focusProxy()
    click(keyboard)
    code.focus()
    await code.settled()
    QTest.keyClick(keyboard, Qt.Key.Key_End, CTRL)
    QTest.keyClicks(keyboard, text)
    await until(lambda: panel.editor.source("html").endswith(text))


async def rename(bench: WindowBench, session: Session) -> str:
    """Give the open component another code; what was told before."""
    await do(session, "Rename the code of the open component")
    renaming: RenameDialog = await shown_dialog(RenameDialog)
    listed = renaming.words.text()
    write(renaming.field, "promise")
    press_button(renaming, "Rename code")
    await until(lambda: bench.notice("The code is custom-promise now."))
    return listed


async def components(bench: WindowBench, brand: LiveBrand) -> None:
    """One is edited, compared as text and picture, published, and renamed over forty pages."""
    made = await component(brand, "vow", '<p style="color:#f00">One</p>')
    holds = '<component code="custom-vow"></component>'
    await asyncio.gather(*(brand.add(f"Page {n:02}", html=f"{n} {holds}") for n in range(PAGES)))
    session = await window(bench, brand)
    panel = await section(session, "components", ComponentsPanel)
    await until(lambda: panel.list.table.rows.ids and panel.uses.index.is_whole)
    click_row(panel.list.table, 0)
    await until(lambda: panel.session.record_id == str(made.id) and panel.is_quiet)
    await type_at_the_end(panel, " and two")

    press_button(panel.detail.tabs, "Compare")
    await until(lambda: len(panel.compare.diff.changes) == 1)
    press_button(panel.compare.modes, "Picture")
    await until(lambda: len(panel.compare.cards) == 1)
    differs = panel.compare.cards[0].pair.differs
    press_button(panel.detail.tabs, "Source")
    press_button(panel.editor, "Publish")
    publishing: PublishDialog = await shown_dialog(PublishDialog)
    await until(lambda: publishing.diff.changes)
    warned = said(publishing)
    press_button(publishing, "Publish")
    await until(lambda: panel.is_quiet and panel.editor.state.text() == "Live")
    published = (await live(brand, made)).html

    listed = await rename(bench, session)
    async with brand.api() as api:
        pages = [await api.pages.get(each.id) for each in await api.pages.list()]
    told(
        differs=differs,
        warned=warned,
        published=published,
        listed=listed,
        renamed=sum("custom-promise" in str(each.html) for each in pages),
        old=sum("custom-vow" in str(each.html) for each in pages),
    )


def publish_in_the_dns(zone: Path, target: str) -> None:
    """The server finds the record from now on."""
    zone.write_text(json.dumps({HOST: {"cname": target}}), "utf-8")


async def domains(bench: WindowBench, brand: LiveBrand) -> None:
    """A domain from nothing to active: its name server first answers wrong."""
    session = await window(bench, brand)
    panel = await section(session, "domains", DomainsPanel)
    panel.watch.pauses = (0.2,)
    page, reasons = panel.setup, []
    with name_server() as dns:
        press_button(session.window, "Add domain")
        adding: AddDialog = await shown_dialog(AddDialog)
        write(adding.form.row("domain").input.target, HOST)
        press_button(adding, "Add domain")
        await until(lambda: page.body.get("domain") == HOST and page.isVisible())
        await until(lambda: page.answers.servers_button.isVisible())
        click(page.answers.servers_button)
        servers: FormDialog = await shown_dialog(FormDialog)
        write(servers.form.row("servers").input.target, dns.line)
        press_button(servers, "Save")
        await until(lambda: page.reason.title() == "There is no record yet")
        reasons.append(page.reason.title())
        click(page.card.copy_value)
        target = QGuiApplication.clipboard().text()
        dns.records[HOST, "CNAME"] = (f"{WRONG}.", RIGHT_SECONDS)
        await until(lambda: page.reason.title() == "The record points to another place")
        reasons += [page.reason.title(), page.reason.text()]
        dns.records[HOST, "CNAME"] = (f"{target}.", RIGHT_SECONDS)
        publish_in_the_dns(bench.folder / ZONE, target)
        await until(lambda: page.body.get("status") == "validated")
        await until(lambda: page.certificate_button.isVisible())
        click(page.certificate_button)
        await until(lambda: page.body.get("status") == "active")
        await until(lambda: bench.notice(f"{HOST} is active"))
    async with brand.api() as api:
        (there,) = [each async for each in api.domains.iterate()]
    told(
        target=target,
        reasons=reasons,
        status=there.status,
        asked=sorted({name for name, _kind in dns.asked}),
    )


async def blogs(bench: WindowBench, brand: LiveBrand) -> None:
    """A word of a blog's addresses is changed; its redirects are copied before and after a save."""
    made = await blog(brand, "Journal", slug="journal")
    async with brand.api() as api:
        for name in ("At the stove", "Farms", "Coffee"):
            await api.blogs.create_category(made.id, CategoryDraft(name=name))
    session = await window(bench, brand)
    panel = await section(session, "blogs", BlogsPanel)
    await until(lambda: panel.list.table.rows.ids)
    click_row(panel.list.table, 0)
    await until(lambda: panel.session.draft and "categories" in panel.session.draft.base)
    form = panel.pane.form.form
    word = form.row("category_url_segment").input.target
    await until(word.isVisible)
    write(word, "shelf")
    await until(lambda: panel.addresses.texts()["category"].startswith("/journal/shelf/"))
    shown = panel.addresses.texts()["category"]
    press_button(panel.detail.tabs, "Redirects")
    await until(lambda: panel.redirects.shown)
    counted = panel.redirects.words.text()
    press_button(panel.redirects, "nginx")
    press_button(panel.redirects, "Copy redirects")
    before = QGuiApplication.clipboard().text().splitlines()
    QTest.keySequence(QApplication.focusWidget() or panel, "Ctrl+S")
    await until(lambda: not panel.session.is_dirty and panel.is_quiet)
    QGuiApplication.clipboard().clear()
    press_button(panel.redirects, "Copy redirects")
    after = QGuiApplication.clipboard().text().splitlines()
    told(
        shown=shown,
        counted=counted,
        before=before,
        after=after,
        stored=(await stored(brand, made)).category_url_segment,
    )


WALKS: dict[str, Walk] = {each.__name__: each for each in (components, domains, blogs)}

if __name__ == "__main__":
    start(WALKS, sys.argv[1:])
