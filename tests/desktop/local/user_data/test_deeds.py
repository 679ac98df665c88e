"""The journal of deeds: kept for good, found by whom and what they were done to."""

import asyncio
from pathlib import Path

from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.local.user_data.deeds import DeedEntry


def deed(person: str, record_id: str, title: str) -> DeedEntry:
    words = ("conversions", record_id, person, "refund", title)
    return DeedEntry(*words, {"amount": 5}, {"status": "completed"}, "Harbour Lane (7)", "0a1b2c3d")


def test_deeds_stay_with_what_became_of_them(tmp_path: Path) -> None:
    async def run() -> None:
        store = await LocalStore.open(tmp_path / "one.sqlite3")
        first = await store.begin_deed(deed("Ana@Posta.example", "A1", "\u202eFirst"))
        await store.begin_deed(deed("ana@posta.EXAMPLE", "A2", "Second"))
        await store.begin_deed(deed("bo@posta.example", "A1", "Third"))
        await store.end_deed(first, "done", "")
        await store.close()
        store = await LocalStore.open(tmp_path / "one.sqlite3")
        hers = await store.deeds("ANA@posta.example")
        assert [each.title for each in hers] == ["Second", "\u202eFirst"]
        assert [(each.state, each.ended_at is None) for each in hers] == [
            ("sent", True),
            ("done", False),
        ]
        assert hers[0].request == {"amount": 5}
        assert hers[0].before == {"status": "completed"}
        assert (hers[0].brand, hers[0].key_print) == ("Harbour Lane (7)", "0a1b2c3d")
        assert [each.title for each in await store.deeds(record_id="A1")] == [
            "Third",
            "\u202eFirst",
        ]
        assert [each.title for each in await store.deeds(open_only=True)] == ["Third", "Second"]
        await store.close()

    asyncio.run(run())
