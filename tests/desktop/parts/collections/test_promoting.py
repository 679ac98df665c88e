"""Entries promoted to the CRM: with a mapping, duplicates shown, once only; lines pasted as new."""

from collections.abc import Sequence

import pytest
from PySide6.QtWidgets import QApplication
from tests.desktop.support.collections_desk import (
    collection_of,
    collections,
    entries_in,
    guests,
    stored,
    table_of,
)
from tests.desktop.support.crm_desk import entity_of, entry_in, stage_ids
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, shown_dialog, until

from funneldesk.contract.crm import CrmEntity, CrmEntry
from funneldesk.desktop.parts.collections.section import SECTION as COLLECTIONS
from funneldesk.desktop.parts.collections.table import EntriesPanel
from funneldesk.desktop.parts.crm.section import SECTION as CRM
from funneldesk.desktop.records.importing.dialog import CHECK, COLUMNS, SEND, ImportDialog
from funneldesk.desktop.records.importing.queue import ImportQueue
from funneldesk.desktop.workspace.workspace import Workspace

LONG = 600.0
"""Seconds that hundreds of writes may take on a busy machine."""


def able(workspace: Workspace) -> Workspace:
    workspace.importers = {"crm": CRM.imports, "collections": COLLECTIONS.imports}  # type: ignore[dict-item]
    return workspace


async def deals(brand: LiveBrand, entity: CrmEntity) -> list[CrmEntry]:
    async with brand.api() as api:
        return [each async for each in api.crm.iterate_entries(entity.id)]


async def at_check(page: EntriesPanel, ids: Sequence[str]) -> ImportDialog:
    """Choose entries and go as far as the dry run."""
    page.list.table.clearSelection()
    page.declared_actions.carry_out(page.declared_actions["collections.promote"], tuple(ids))
    dialog: ImportDialog = await shown_dialog(ImportDialog)
    await until(lambda: dialog.step == COLUMNS and not dialog.tasks.is_busy)
    dialog.forward.click()
    await until(lambda: dialog.step == CHECK and not dialog.tasks.is_busy)
    return dialog


async def sent(page: EntriesPanel, dialog: ImportDialog) -> None:
    dialog.forward.click()
    await until(lambda: dialog.step == SEND)
    queue = page.workspace.shared(ImportQueue)
    await until(lambda: all(job.state == "ended" for job in queue.jobs), LONG)
    dialog.answer("")
    await until(lambda: not page.tasks.is_busy)


@in_the_window
async def test_entries_become_crm_entries_once_and_duplicates_are_shown(
    bench: WindowBench, brand: LiveBrand
) -> None:
    """Quirk 45: the ids of CRM entries are texts, their values an object that is written and an
    array that is read, with a stage of their pipeline."""
    entity = await entity_of(brand, "leads", ("mail", "budget"))
    await entry_in(brand, entity, "Known", mail="guest1@posta.example")
    collection = await collection_of(brand, fields=("Name", "E-mail", "Guests"))
    ids = entries_in(brand, collection, guests(4))
    page = table_of(await collections(bench, able(await bench.workspace(brand))))
    dialog = await at_check(page, ids[:3])
    check = dialog.check.check
    assert check is not None
    assert check.counts.words == "2 ready · 1 already there", "a dry run"
    assert len(await deals(brand, entity)) == 1
    await sent(page, dialog)
    made = {each.reference_id: each for each in await deals(brand, entity)}
    assert set(made) == {None, ids[0], ids[2]}
    assert made[ids[0]].reference_type == "collection_entry"
    first = made[ids[0]]
    assert first.values_flat["mail"] == "guest0@posta.example"
    assert {"mail"} <= {each.key for each in first.values or ()}
    assert not first.id.isdecimal()
    assert first.stage_id in stage_ids(entity)
    dialog = await at_check(page, ids)
    check = dialog.check.check
    assert check is not None
    told = [row.exists for row in check.rows.values()]
    assert sum("made of it before" in each for each in told) == 2, "once only"
    await sent(page, dialog)
    assert len(await deals(brand, entity)) == 4


@pytest.mark.parametrize(
    ("count", "wrong"),
    [pytest.param(48, 3, id="some"), pytest.param(500, 31, id="many", marks=pytest.mark.deep)],
)
@in_the_window
async def test_lines_are_pasted_as_new_entries_and_checked_first(
    bench: WindowBench, brand: LiveBrand, count: int, wrong: int
) -> None:
    collection = await collection_of(brand, fields=("Name", "E-mail", "Guests"))
    page = table_of(await collections(bench, able(await bench.workspace(brand))))
    lines = [
        f"Guest {n}\t{'nobody' if n % 16 == 0 else f'g{n}@posta.example'}\t{n}"
        for n in range(1, count + 1)
    ]
    QApplication.clipboard().setText("\n".join(["Name\tE-mail\tGuests", *lines]))
    page.declared_actions.run(page.declared_actions["collections.paste-new"])
    dialog: ImportDialog = await shown_dialog(ImportDialog)
    await until(lambda: dialog.step == COLUMNS and not dialog.tasks.is_busy)
    dialog.forward.click()
    await until(lambda: dialog.step == CHECK and not dialog.tasks.is_busy)
    check = dialog.check.check
    assert check is not None
    assert check.counts.words == f"{count - wrong} ready · {wrong} with problems"
    assert await stored(brand, collection) == []
    await sent(page, dialog)
    found = await stored(brand, collection)
    assert len(found) == count - wrong
    assert {each["e_mail"] for each in found} == {
        f"g{n}@posta.example" for n in range(1, count + 1) if n % 16
    }
