"""Funnels edited by a declaration alone: form, draft, lock, guard, save and history."""

from collections.abc import AsyncIterator, Iterable

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.slices import in_slices
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    shown_dialog,
    until,
)

from funneldesk.client import Api
from funneldesk.contract.funnels import STATUSES, Funnel, FunnelDraft, FunnelPatch, FunnelSummary
from funneldesk.contract.listing import Listing
from funneldesk.desktop.records.bulk.field_writer import RecordFieldWriter
from funneldesk.desktop.records.bulk.outcome import BulkItem
from funneldesk.desktop.records.detail.edit_pane import EditPane
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.fields import FieldGroup, RecordField, RecordFields
from funneldesk.desktop.records.guard.dialog import GuardDialog
from funneldesk.desktop.records.history.dialog import HistoryDialog
from funneldesk.desktop.records.kind import ListedKind, RecordKind
from funneldesk.desktop.records.library.library import library_of
from funneldesk.desktop.records.library.local_copy import LocalCopy
from funneldesk.desktop.records.rows import summary_row
from funneldesk.desktop.records.save.writes import Making, RecordWrites
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.workspace import Workspace

GROUP = FieldGroup("Funnel", "Pages in a row.")


def _named(value: str, values: object) -> str | None:
    return None if value else "A funnel needs a name."


class LocalFunnelDraft(RecordDraft):
    declared = RecordFields(
        RecordField("name", "Name", group=GROUP, check=_named),
        RecordField(
            "status", "Status", "choice", choices=tuple((s, s) for s in STATUSES), group=GROUP
        ),
    )
    listed = ("name",)


async def _get(api: Api, funnel_id: int) -> Funnel:
    return await api.funnels.get(funnel_id)


async def _create(api: Api, draft: FunnelDraft) -> Funnel:
    return await api.funnels.create(draft)


async def _update(api: Api, funnel_id: int, patch: FunnelPatch) -> Funnel:
    return await api.funnels.update(funnel_id, patch)


async def _ids(api: Api, name: str) -> Iterable[int]:
    return [funnel.id for funnel in await api.funnels.list() if funnel.name == name]


def _slices(api: Api) -> AsyncIterator[Listing[FunnelSummary]]:
    return in_slices(api.funnels.iterate(), 100)


WRITES = RecordWrites(FunnelPatch, _update, Making(FunnelDraft, _create, _ids))
FUNNELS = RecordKind("funnels", "funnel", LocalFunnelDraft, _get, WRITES)
LISTED = ListedKind(
    LocalCopy("funnels"),
    "funnel",
    summary_row("id", ("name",)),
    _slices,
    lambda api, record_id: _get(api, int(record_id)),
    edited=FUNNELS,
)


async def _pane(bench: WindowBench, workspace: Workspace) -> EditPane:
    panel = bench.own(Panel(workspace))
    library = library_of(workspace, LISTED)
    await library.show_local()
    await library.refresh()
    pane = EditPane(FUNNELS, panel, library)
    pane.setParent(panel)
    pane.resize(600, 400)
    panel.resize(600, 400)
    panel.show()
    return pane


async def _made(brand: LiveBrand, name: str) -> Funnel:
    async with brand.api() as api:
        return await api.funnels.create(FunnelDraft(name=name))


def _type(pane: EditPane, text: str) -> None:
    field = next(f for f in pane.form.findChildren(QLineEdit) if f.accessibleName() == "Name")
    field.selectAll()
    QTest.keyClicks(field, text)


async def _stored(brand: LiveBrand, funnel: Funnel) -> Funnel:
    async with brand.api() as api:
        return await api.funnels.get(funnel.id)


@in_the_window
async def test_what_is_typed_survives_and_is_saved_with_only_what_changed(
    bench: WindowBench, brand: LiveBrand
) -> None:
    funnel = await _made(brand, "Seasons")
    first = await bench.workspace(brand, place="funnels")
    pane = await _pane(bench, first)
    await pane.session.open(str(funnel.id))
    _type(pane, "Winter")
    await pane.settle()
    await bench.close(first)

    pane = await _pane(bench, await bench.workspace(brand, place="funnels"))
    await pane.session.open(str(funnel.id))
    assert pane.form.form.value("name") == "Winter"
    pane.form.save_button.click()
    await until(lambda: not pane.session.is_dirty and not pane.session.busy)
    assert (await _stored(brand, funnel)).name == "Winter"
    assert bench.notice("Saved: Winter") is not None

    task = pane.session.tasks.start(pane.show_history())
    dialog: HistoryDialog = await shown_dialog(HistoryDialog)
    kinds = [v.kind for v in await pane.session.workspace.store.versions("funnels", str(funnel.id))]
    assert kinds[0] == "saved"
    assert "opened" in kinds
    dialog.answer("")
    await until(lambda: task is None or task.done())


@in_the_window
async def test_what_somebody_else_changed_is_asked_about_before_the_save(
    bench: WindowBench, brand: LiveBrand
) -> None:
    funnel = await _made(brand, "Seasons")
    pane = await _pane(bench, await bench.workspace(brand, place="funnels"))
    await pane.session.open(str(funnel.id))
    _type(pane, "Mine")
    async with brand.api() as api:
        await api.funnels.update(funnel.id, FunnelPatch(name="Theirs"))
    pane.form.save_button.click()
    dialog: GuardDialog = await shown_dialog(GuardDialog)
    assert (await _stored(brand, funnel)).name == "Theirs"
    dialog.answer("")
    await until(lambda: not pane.session.busy)
    assert bench.notice("not saved yet") is not None
    assert pane.form.form.value("name") == "Mine"


@in_the_window
async def test_a_new_record_is_checked_by_its_declaration_and_created(
    bench: WindowBench, brand: LiveBrand
) -> None:
    pane = await _pane(bench, await bench.workspace(brand, place="funnels"))
    await pane.session.open_new({})
    pane.form.save_button.click()
    await until(lambda: bench.notice("Not saved yet") is not None)
    assert "A funnel needs a name." in bench.notice("Not saved yet").text  # type: ignore[union-attr]
    _type(pane, "Quiz")
    pane.form.save_button.click()
    await until(lambda: not pane.session.is_dirty and not pane.session.busy)
    async with brand.api() as api:
        assert [each.name for each in await api.funnels.list()] == ["Quiz"]
    assert not open_dialogs()


@in_the_window
async def test_a_field_is_set_on_many_and_taken_back(bench: WindowBench, brand: LiveBrand) -> None:
    made = [await _made(brand, name) for name in ("Seasons", "Quiz")]
    workspace = await bench.workspace(brand, place="funnels")
    library = (await _pane(bench, workspace)).session.library
    requested = {str(funnel.id): {"status": "inactive"} for funnel in made}
    known = {str(funnel.id): {"status": "active"} for funnel in made}
    writer = RecordFieldWriter(FUNNELS, workspace, library, requested, known)
    items = [BulkItem(str(funnel.id), funnel.name) for funnel in made]
    outcomes = [await writer.write(item) for item in items]
    assert [outcome.kind for outcome in outcomes] == ["done", "done"]
    assert [(await _stored(brand, funnel)).status for funnel in made] == ["inactive"] * 2
    undo = outcomes[0].undo
    assert undo is not None
    await undo()
    assert [(await _stored(brand, funnel)).status for funnel in made] == ["active", "inactive"]
    assert library.rows[items[0].id].get("status") == "active"
