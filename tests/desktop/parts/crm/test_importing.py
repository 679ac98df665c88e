"""Entries from files: every type, stages by name, duplicates however they are spelt."""

import csv
from pathlib import Path
from typing import Any

import pytest
from tests.desktop.support.crm_desk import EVERY_VALUE, TYPES, crm, entity_of, entry_in, table_of
from tests.desktop.support.faulty_line import RESET_BEFORE, RESET_WITHIN, FaultLine
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.contract.crm import CrmEntity, CrmEntry, CrmPipelineDraft, CrmStageDraft
from funneldesk.desktop.kit.export.table import table_of as table_in
from funneldesk.desktop.kit.export.writing import export_table
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.parts.crm.importing import declared_import, entries_import
from funneldesk.desktop.parts.crm.kind import part_of
from funneldesk.desktop.records.importing.check import ImportCheck, outcome_words
from funneldesk.desktop.records.importing.conventions import profiles
from funneldesk.desktop.records.importing.declaration import RecordImport
from funneldesk.desktop.records.importing.dialog import order_of
from funneldesk.desktop.records.importing.guessing import guess
from funneldesk.desktop.records.importing.job import ImportJob
from funneldesk.desktop.records.importing.mapping import ImportPlan
from funneldesk.desktop.records.importing.queue import ImportQueue
from funneldesk.desktop.records.importing.send_step import failed_rows
from funneldesk.desktop.records.importing.table_file import Layout, TableReader
from funneldesk.desktop.workspace.workspace import Workspace

AWKWARD = (
    "\u202eevil\u202c",
    "a\u200bb",
    "=1+1",
    "'=quoted",
    "'quoted",
    " +49 blank",
    'quotes " and, commas; semicolons\tand\nlines',
    "e\u0301 and é",
    "🦜 " * 60,
)


EVERY_TYPE = """\
Deal name;Status;Company;Budget;Due;Signed;Source;Topics;Website;Mail;Call
One;talking;Café;1.234,50;13/02/2026;x;web;tins, Tea;https://a.de;a@b.de;030 1234
Two;;;1.234;03/04/2026;no;;;;;
"""


async def checked(
    workspace: Workspace, declared: RecordImport, path: Path, **chosen: Any
) -> ImportCheck:
    table = await TableReader(workspace).read(path, Layout())
    columns = profiles(table)
    fields = guess(declared, table.titles, None, [each.cells for each in columns])
    specs = declared.kind.draft.declared
    given = [
        next(iter(column.conventions(specs[name] if name else None)), "")
        for name, column in zip(fields, columns, strict=True)
    ]
    known = await workspace.run(declared.listed)
    check = ImportCheck(
        declared, table, ImportPlan(fields, tuple(given), **chosen), Formats("EUR"), known
    )
    check.run()
    return check


async def sent(workspace: Workspace, check: ImportCheck) -> ImportJob:
    table = type("Named", (), {"path": Path("deals.csv")})
    job = await workspace.shared(ImportQueue).add(order_of(check, table))  # type: ignore[arg-type]
    await until(lambda: job.state == "ended")
    return job


async def entries(brand: LiveBrand, entity: CrmEntity) -> list[CrmEntry]:
    async with brand.api() as api:
        return [each async for each in api.crm.iterate_entries(entity.id)]


def told(check: ImportCheck) -> list[str]:
    return [outcome_words(check, row) for row in check.rows.values()]


def stored(folder: Path, rows: list[list[str]]) -> Path:
    path = folder / "deals.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


@in_the_window
async def test_every_type_is_read_as_the_file_writes_it(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    entity = await entity_of(brand)
    workspace = await bench.workspace(brand)
    declared = await entries_import(workspace, part_of(entity.id))
    path = tmp_path / "deals.csv"
    path.write_text(EVERY_TYPE, "utf-8")
    new = declared.defaults["stage_id"][0][0]
    check = await checked(workspace, declared, path, defaults={"stage_id": new})
    assert check.counts.words == "2 ready", told(check)
    job = await sent(workspace, check)
    assert job.outcome == "2 created."
    two, one = sorted(await entries(brand, entity), key=lambda each: each.title, reverse=True)
    assert one.values_flat == {
        "company": "Café",
        "budget": 1234.5,
        "due": "2026-02-13",
        "signed": True,
        "source": "Web",
        "topics": ["Tins", "Tea"],
        "site": "https://a.de",
        "mail": "a@b.de",
        "call": "030 1234",
    }
    assert two.values_flat == {"budget": 1234, "due": "2026-04-03", "signed": False}
    stages = entity.pipelines[0].stages if entity.pipelines else None
    assert stages is not None
    assert [one.stage_id, two.stage_id] == [stages[1].id, stages[0].id]


@in_the_window
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
async def test_what_was_exported_is_known_again_whatever_it_holds(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path, kind: str
) -> None:
    entity = await entity_of(brand)
    await entry_in(brand, entity, "Whole", **EVERY_VALUE)
    for number, text in enumerate(AWKWARD):
        await entry_in(brand, entity, f"{number} {text}", company=text, budget=-number / 8)
    workspace = await bench.workspace(brand)
    panel = await crm(bench, workspace)
    table = table_of(panel)
    section = panel.schema.section(entity.id)
    await until(lambda: len(table.source.library.rows) == len(AWKWARD) + 1)
    columns = [each.in_export() for each in section.columns]
    written = table_in(entity.name, columns, list(table.source.library.rows.values()))
    path = tmp_path / f"deals.{kind}"
    export_table(path, written, None)
    declared = declared_import(entity)
    check = await checked(workspace, declared, path, keys=("title",), existing="update")
    assert all("these values already" in each for each in told(check)), told(check)
    assert set(check.columns) >= {f"values.{key}" for key in TYPES}


@in_the_window
async def test_duplicates_are_known_by_the_fields_that_were_chosen(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    entity = await entity_of(brand)
    known = await entry_in(brand, entity, "Sofia", mail="Sofia@Turin.example", call="+39 011 5551")
    workspace = await bench.workspace(brand)
    declared = declared_import(entity)
    rows = [
        ["Title", "Mail", "Call", "Stage"],
        ["S", "sofia@turin.EXAMPLE", "0039 (011) 5551", "Won"],
        ["T", "else@turin.example", "0039 011-5551", "Won"],
        ["U", "ELSE@turin.example", "", "Won"],
        ["V", "no address", "", "Nowhere"],
    ]
    path = stored(tmp_path, rows)
    check = await checked(workspace, declared, path, keys=("values.mail",), existing="update")
    first, second, third, fourth = told(check)
    assert "Will update Sofia: Title: Sofia → S; Call:" in first
    assert "Stage: New → Won" in first
    assert second == "Will be created."
    assert third == "Row 3 has the same Mail."
    assert "Write an email address" in fourth
    check = await checked(workspace, declared, path, keys=("values.call",), existing="skip")
    assert told(check)[:2] == ["Duplicate of Sofia: it has this Call."] * 2
    check = await checked(workspace, declared, path, keys=("values.mail",), existing="update")
    job = await sent(workspace, check)
    assert job.outcome == "1 created, 1 updated, 2 skipped."
    made = {each.id: each for each in await entries(brand, entity)}
    assert (len(made), made[known.id].title) == (2, "S")
    mended = failed_rows(job)
    assert [row[0] for row in mended.rows] == ["U", "V"]


@in_the_window
async def test_a_stage_is_found_by_its_name_and_its_pipeline(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    entity = await entity_of(brand, fields=())
    async with brand.api() as api:
        line = await api.crm.create_pipeline(entity.id, CrmPipelineDraft(name="Retail"))
        for name in ("New", "Shipped"):
            await api.crm.create_stage(line.id, CrmStageDraft(name=name))
        entity = await api.crm.get_entity(entity.id)
    workspace = await bench.workspace(brand)
    declared = declared_import(entity)
    rows = [
        ["Title", "Pipeline", "Stage"],
        ["own name", "", "Shipped"],
        ["by pipeline", "retail", "new"],
        ["in full", "", "New · Wholesale"],
        ["unsure", "", "New"],
        ["elsewhere", "Retail", "Won"],
    ]
    check = await checked(workspace, declared, stored(tmp_path, rows))
    assert [told(check)[3][:42], told(check)[4][:35]] == [
        "Stage: Several pipelines have a stage “New",
        "Stage: The pipeline “Retail” has no",
    ] or told(check)
    job = await sent(workspace, check)
    assert job.outcome == "3 created, 2 skipped."
    names = {s.id: (p.name, s.name) for p in entity.pipelines or () for s in p.stages or ()}
    made = {each.title: names[each.stage_id or 0] for each in await entries(brand, entity)}
    assert made == {
        "own name": ("Retail", "Shipped"),
        "by pipeline": ("Retail", "New"),
        "in full": ("Wholesale", "New"),
    }


@in_the_window
async def test_a_lost_answer_makes_no_entry_twice_among_many_of_the_same_title(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    entity = await entity_of(brand)
    for _number in range(3):
        await entry_in(brand, entity, "Lead", company="Before")
    line = FaultLine(brand.base_url)
    await line.listen()
    bench.at_end.append(line.close)
    workspace = await bench.workspace(brand, base_url=line.base_url)
    declared = await entries_import(workspace, part_of(entity.id))
    rows = [["Title", "Company", "Stage"], *(["Lead", f"C {n % 3}", "New"] for n in range(6))]
    check = await checked(workspace, declared, stored(tmp_path, rows), existing="create")
    path = f"/crm/entities/{entity.id}/entries"
    await line.hurt_requests(RESET_WITHIN, "POST", path, reaches=True, times=3)
    job = await sent(workspace, check)
    assert job.outcome == "6 created."
    made = [each.values_flat["company"] for each in await entries(brand, entity)]
    assert sorted(made) == ["Before"] * 3 + ["C 0"] * 2 + ["C 1"] * 2 + ["C 2"] * 2
    check = await checked(workspace, declared, stored(tmp_path, rows[:2]), existing="create")
    await line.hurt_requests(RESET_BEFORE, "POST", path, times=1)
    job = await sent(workspace, check)
    assert job.outcome == "1 not known."
    assert len(await entries(brand, entity)) == 9
