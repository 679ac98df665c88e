"""Files, by the client and the embedded platform over real HTTP (document: File manager)."""

import secrets
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from scripted_platform import ScriptedPlatform, reply

from funneldesk.client.api import Api
from funneldesk.client.errors import Invalid, NotImplementedByPlatform, RoleDenied
from funneldesk.client.uploads import Upload

if TYPE_CHECKING:
    from conftest import Embedded

SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><title>h\xc3\xa9</title></svg>'


@pytest.fixture
async def real(embedded: "Embedded") -> AsyncIterator[Api]:
    async with embedded.api() as client:
        yield client


@pytest.fixture
async def folder(real: Api) -> str:
    """A folder of the test's own."""
    name = f"test-{secrets.token_hex(6)}"
    await real.files.create_folder(name)
    return name


async def test_a_file_goes_there_and_back(real: Api, folder: str, tmp_path: Path) -> None:
    path = tmp_path / "größe & more.svg"
    path.write_bytes(SVG)
    uploaded = await real.files.upload(Upload.of(path), folder=folder)
    assert uploaded.file_path.endswith(f"{folder}/größe & more.svg")
    assert await real.files.exists("größe & more.svg", folder=folder)
    listed = {entry.browse_path: entry for entry in await real.files.list()}
    entry = listed[f"{folder}/größe & more.svg"]
    assert (entry.size_bytes, entry.width, entry.is_directory) == (len(SVG), None, False)
    assert listed[folder].is_directory
    assert await real.fetch_asset(entry.src or "") == SVG


async def test_many_files_tell_each_for_itself(real: Api, folder: str) -> None:
    """Quirk 35."""
    files = [Upload("a.css", b"a{}"), Upload("b.pdf", b"%PDF-1"), Upload("c.svg", SVG)]
    result = await real.files.upload_many(files, folder=folder, names=["main.css"])
    assert [one.is_uploaded for one in result.files] == [True, False, True]
    assert "application/pdf" in (result.files[1].error or "")
    assert await real.fetch_asset(result.files[0].url or "") == b"a{}"
    mine = [one async for one in real.files.iterate(["css"]) if folder in one.browse_path]
    assert [one.object_name for one in mine] == [folder, "main.css"]


async def test_records_that_changed_since(real: Api, folder: str) -> None:
    await real.files.upload(Upload("a.css", b"a{}"), folder=folder)
    newest = (await real.files.list_assets())[0]
    assert newest.file_path == f"{folder}/a.css"
    assert await real.files.list_assets(newest.updated_at) == []
    since = datetime.now(UTC) - timedelta(seconds=30)
    assert newest.id in [one.id async for one in real.files.iterate_assets(since)]
    with pytest.raises(ValueError, match="zone"):
        await real.files.list_assets(datetime(2026, 1, 1))


async def test_files_are_renamed_and_deleted(real: Api, folder: str) -> None:
    await real.files.upload(Upload("a.css", b"a{}"), folder=folder)
    renamed = await real.files.rename(f"{folder}/a.css", "b.css")
    assert renamed.new_path == f"{folder}/b.css"
    assert await real.fetch_asset(renamed.url or "") == b"a{}"
    await real.files.delete(f"{folder}/b.css")
    assert not await real.files.exists("b.css", folder=folder)
    await real.files.delete(folder)


async def test_refusals_say_why(real: Api, folder: str) -> None:
    """Quirks 21 and 36."""
    with pytest.raises(Invalid) as caught:
        await real.files.delete("media")
    assert caught.value.messages == ["cannot delete the media folder"]
    with pytest.raises(Invalid) as caught:
        await real.files.rename(f"{folder}/a.css", "x/y.css")
    assert "new_name" in caught.value.fields
    with pytest.raises(Invalid) as caught:
        await real.files.create_folder(folder)
    assert "name" in caught.value.fields
    with pytest.raises(NotImplementedByPlatform):
        await real.files.rename_folder(folder, "other")


async def test_a_viewer_lists_and_does_not_upload(embedded: "Embedded") -> None:
    async with embedded.api(role="viewer") as viewer:
        await viewer.files.list()
        assert not await viewer.files.exists("nothing.css")
        with pytest.raises(RoleDenied) as caught:
            await viewer.files.upload(Upload("a.css", b"a{}"))
        assert not caught.value.maybe_done


async def test_answers_as_platforms_write_them(scripted: ScriptedPlatform, api: Api) -> None:
    """Quirk 33, with keys and values that the document does not show."""
    folder = {"ObjectName": "img", "IsDirectory": True, "type": "folder", "Length": None}
    file = {"ObjectName": "a.svg", "type": "file", "BrowsePath": "img/a.svg", "Guid": "x"}
    scripted.will(reply(200, [folder, {**file, "Length": "1 KB", "sizeBytes": 1024}]))
    first, second = await api.files.list()
    assert (first.is_directory, first.src) == (True, None)
    assert (second.length, second.model_extra) == ("1 KB", {"Guid": "x"})
    scripted.will(reply(201, {"Message": "ok"}))
    assert (await api.files.upload(Upload("a", b""))).file_path == ""
    scripted.will(reply(422, {"errors": {"message": "file not found"}}))
    with pytest.raises(Invalid) as caught:
        await api.files.delete("x")
    assert caught.value.messages == ["file not found"]
