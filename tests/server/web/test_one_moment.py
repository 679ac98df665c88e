"""``created_at`` and ``updated_at`` of one write are the same moment, in every part."""

from collections.abc import Callable
from typing import Any

from file_samples import png
from platform_process import BrandApi, TestBrand
from sqlalchemy import Table, select

from funneldesk.server.db.engine import Database
from funneldesk.server.tables import METADATA

ELSEWHERE = {"orders", "subscriptions", "tickets", "customers"}
"""What no call creates: events of payments and visits do, and tell the moment themselves."""

CODES = {"name": "Hero", "type": "text_input"}
FIELD = {"name": "E-mail", "type": "email"}
COURSE = {"language_code": "en", "description": "d", "status": "draft", "delivery_type": "embedded"}
PRODUCT = {"code": "c", "price": 1, "type": "digital", "classification": "main"}
TEST = {"name": "t", "type": "split_test", "config": {"items": [{"name": "a", "weight": 50}]}}


def made(api: BrandApi, path: str, word: str = "", /, **body: Any) -> Any:
    answer = api.post(path, json=body)
    assert answer.status_code in (200, 201), (path, answer.text)
    found = answer.json()
    return (found[word] if word else found)["id"]


def steps(api: BrandApi) -> list[Callable[[], object]]:
    """A call for every table that has both moments."""
    ids: dict[str, Any] = {}

    def keep(name: str, path: str, word: str = "", /, **body: Any) -> Callable[[], object]:
        def call() -> object:
            return ids.setdefault(name, made(api, path.format(**ids), word, **body))

        return call

    def draft() -> None:
        editor = f"/components/{ids['component']}/editor?draft=1"
        api.post(editor, json={"html": "x"}).raise_for_status()

    def lead() -> None:
        path = f"/crm/entities/{ids['entity']}"
        pipeline = api.get(path).json()["pipelines"][0]
        place = {"pipeline_id": pipeline["id"], "stage_id": pipeline["stages"][0]["id"]}
        api.post(f"{path}/entries", json={"title": "L", **place}).raise_for_status()

    return [
        keep("page", "/pages", "page", title="T"),
        keep("component", "/components", "pageComponent", name="C"),
        draft,
        lambda: api.post("/file-manager/upload-file", files={"file": ("a.png", png())}),
        keep("product", "/products", title="P", **PRODUCT),
        keep("funnel", "/funnels", name="F"),
        lambda: api.post("/split-tests", json={"split_test": TEST}).raise_for_status(),
        keep("entity", "/crm/entities", name="L", slug="l", preset="leads"),
        lead,
        keep("collection", "/collections", name="N", fields=[FIELD]),
        keep("entry", "/collections/{collection}/entries", **{"e-mail": "a@b.example"}),
        keep("course", "/courses", "course", title="C", **COURSE),
        keep("module", "/courses/{course}/modules", title="M", description="d"),
        keep("quiz", "/quizzes", "quiz", name="Q"),
        keep("screen", "/quizzes/{quiz}/screens", "quiz", **CODES),
        keep("automation", "/automations", "automation", title="A"),
        keep("domain", "/domains", domain="www.one-moment.example", dedicated_domain=True),
        keep("blog", "/blogs", "blog", name="B"),
        keep("category", "/blogs/{blog}/categories", name="K"),
    ]


def tables() -> list[Table]:
    """The tables that have both moments."""
    return [
        table
        for table in METADATA.sorted_tables
        if {"brand_id", "created_at", "updated_at"} <= set(table.columns.keys())
    ]


def test_what_is_new_was_changed_when_it_was_created(brand: TestBrand, database: Database) -> None:
    api = brand.api()
    seen: set[tuple[Any, ...]] = set()
    filled: set[str] = set()
    for step in steps(api):
        step()
        with database.reading() as session:
            for table in tables():
                for row in session.execute(select(table).where(table.c.brand_id == brand.id)):
                    key = (table.name, *(getattr(row, one.name) for one in table.primary_key))
                    if key not in seen:
                        assert row.created_at == row.updated_at, key
                    seen.add(key)
                    filled.add(table.name)
    assert {table.name for table in tables()} - filled == ELSEWHERE
