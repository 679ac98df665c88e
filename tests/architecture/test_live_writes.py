"""Every way to write pages, components and blogs is known, and so is where it is asked about.

What visitors see changes only after “Publish changes”. A call that is not in the table fails here:
decide where its question is, write the test that shows it, and add both.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tree import PACKAGE, plant, python_files

TESTS = Path(__file__).parents[1]
CALLS = {
    "pages": {"create", "update", "delete"},
    "components": {"create", "update", "delete", "save_draft", "publish", "discard_drafts"},
    "blogs": {
        *("create", "update", "delete", "clone"),
        *("create_category", "update_category", "delete_category"),
    },
}
"""The client's methods that change something, for each part that visitors meet."""
DECLARED = {"update", "create", "delete"}
"""What a kind of record declares for its writes (``kind.writes.update``)."""
WRITERS = {
    *("FieldWriter", "RecordFieldWriter", "ReferenceWriter", "ComponentWriter", "Replacer"),
    *("RecordMaker", "page_maker", "Remover", "ForGood", "RecordCopier", "RecordSaver"),
    "with_way_back",
}
"""What writes records for others."""
VISIBLE = ("pages", "components", "blogs")
"""Parts whose records visitors meet as pages."""


@dataclass(frozen=True)
class Asked:
    """``where`` the user decides, and the test that shows that nothing is published before."""

    where: str
    test: str


@dataclass(frozen=True)
class Unseen:
    """Why visitors see no change, or none that was not just asked for by name."""

    why: str


QUESTIONS = "desktop/parts/pages/save/test_publish_changes.py"
LIVE = "desktop/parts/pages/save/test_going_live.py"
PUBLISH = Asked(
    "records/save/publish_dialog.PublishDialog",
    f"{LIVE}::test_publishing_changes_shows_what_goes_live_first",
)
BULK = Asked("records/bulk/set_fields.SetFieldsDialog", f"{QUESTIONS}::test_set_fields")
REPLACE = Asked(
    "records/search_replace/work.ReplaceDialog", f"{QUESTIONS}::test_replace_in_all_pages"
)
FOLDER = Asked("parts/pages/folder_sync/dialogs.FolderInDialog", f"{QUESTIONS}::test_folder_import")
RENAME = Asked(
    "parts/files/references/update_offer.UpdateOffer",
    f"{QUESTIONS}::test_rename_with_references",
)
MOVE = Asked("parts/files/moving/dialog.MoveDialog", f"{QUESTIONS}::test_move_with_references")
REPAIR = Asked(
    "parts/files/references/repair.RepairDialog", f"{QUESTIONS}::test_repair_of_references"
)
COMPONENT = Asked("parts/components/actions.PublishDialog", f"{QUESTIONS}::test_component_publish")
COPY = Asked(
    "parts/pages/copy_to_brand/dialog.CopyToBrandDialog", f"{QUESTIONS}::test_copy_to_brand"
)
DELETE = Asked(
    "parts/pages/list/actions.PageActions.delete",
    "desktop/parts/pages/bulk/test_bulk.py::test_a_page_that_somebody_changed_is_not_deleted",
)
OFFLINE = Asked(
    "parts/pages/impact/visits.ask_to_take_offline",
    "desktop/parts/pages/list/test_taking_offline.py"
    "::test_a_live_page_goes_offline_only_after_a_question_with_its_visits",
)
SHIP = Asked(
    "parts/split_tests/deeds/shipping.ShipDialog",
    "desktop/parts/split_tests/test_shipping.py::test_nothing_is_shipped_before_its_change_is_shown",
)
HELPER = Unseen("It writes for ways that are in this table themselves.")
SAVE = Unseen("Blogs have no drafts: their own Save button publishes, and says which links move.")
DRAFTS = Unseen("New records are drafts.")

TABLE: dict[str, Asked | Unseen] = {
    # References to files
    "assets/moving/following:follow": MOVE,
    "parts/files/organise/rename:follow": RENAME,
    "parts/files/references/repair:follow": REPAIR,
    "assets/references/updates:writers": HELPER,
    "assets/references/writers:components.publish": HELPER,
    "parts/pages/library/reference_writer:FieldWriter": HELPER,
    "parts/pages/section:ReferenceWriter": HELPER,
    "parts/split_tests/deeds/shipping:writers": SHIP,
    # Blogs
    "parts/blogs/actions:RecordCopier": Unseen("A copy changes no blog that there is."),
    "parts/blogs/actions:blogs.clone": Unseen("A copy changes no blog that there is."),
    "parts/blogs/categories/page:blogs.create_category": SAVE,
    "parts/blogs/categories/page:blogs.delete_category": SAVE,
    "parts/blogs/categories/page:blogs.update_category": SAVE,
    "parts/blogs/kind:blogs.create": SAVE,
    "parts/blogs/kind:blogs.delete": SAVE,
    "parts/blogs/kind:blogs.update": SAVE,
    # Components
    "parts/components/actions:components.discard_drafts": Unseen("What is live stays."),
    "parts/components/kind:components.create": Unseen("No page names a new component yet."),
    "parts/components/kind:components.publish": COMPONENT,
    "parts/components/kind:components.save_draft": Unseen("It keeps a draft on the server."),
    "parts/components/kind:components.update": Unseen("The name is for those who work here."),
    "parts/components/rename/renaming:components.update": Unseen(
        "Pages name the same component by another code: the dialog says so."
    ),
    # Pages
    "parts/funnels/steps/membership:pages.update": Unseen(
        "Only the funnel that a page is counted in: what visitors see stays the same."
    ),
    "parts/pages/bulk/feature:FieldWriter": BULK,
    "parts/pages/copy_to_brand/job:page_maker": COPY,
    "parts/pages/folder_sync/importing:FieldWriter": FOLDER,
    "parts/pages/folder_sync/importing:page_maker": DRAFTS,
    "parts/pages/kind:pages.create": HELPER,
    "parts/pages/kind:pages.delete": HELPER,
    "parts/pages/kind:pages.update": HELPER,
    "parts/pages/list/actions:FieldWriter": OFFLINE,
    "parts/pages/list/actions:Remover": DELETE,
    "parts/pages/list/actions:page_maker": DELETE,
    "parts/pages/list/copies:RecordMaker": HELPER,
    "parts/pages/list/copies:page_maker": DRAFTS,
    "parts/pages/list/importing:writes.delete": Unseen("It takes back drafts of an import."),
    # All kinds of records
    "records/bulk/deletion:RecordMaker": HELPER,
    "records/bulk/deletion:Remover": HELPER,
    "records/bulk/deletion:writes.delete": Unseen("The question names what is deleted."),
    "records/bulk/field_writer:writes.update": HELPER,
    "records/bulk/set_action:RecordFieldWriter": BULK,
    "records/importing/sending:writes.update": Unseen("Pages are only made, as drafts."),
    "records/making/maker:writes.update": HELPER,
    "records/making/removing:writes.delete": HELPER,
    "records/save/save_flow:RecordSaver": PUBLISH,
    "records/save/saver:writes.update": HELPER,
    "records/search_replace/searched:writes.update": HELPER,
    "records/search_replace/work:Replacer": REPLACE,
    "records/staging/applying:RecordFieldWriter": Unseen(
        "No table of pages or components is edited in its cells; others are reviewed first."
    ),
}
RESTORE = Asked(
    "records/history/record_history.OpenRecordHistory", f"{QUESTIONS}::test_restored_version"
)
"""A version that is restored is unsaved work: it goes live as all of that does."""


def write_sites(desktop: Path) -> Iterator[str]:
    """Calls that write, as ``module:call``."""
    for path, tree in python_files(desktop):
        module = path.with_suffix("").as_posix()
        owner = path.parts[1] if path.parts[0] == "parts" else ""
        # Other parts write records of their own, which visitors don't meet as pages.
        is_watched = owner in ("", *VISIBLE)
        for node in ast.walk(tree):
            found = _client_call(node) or (_helper(node) if is_watched else "")
            if found:
                yield f"{module}:{found}"


def _client_call(node: ast.AST) -> str:
    """A method of the client, an update of references, or a writer of another part."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute):
        if node.attr in CALLS.get(node.value.attr, ()):
            return f"{node.value.attr}.{node.attr}"
        if node.attr == "get" and node.value.attr == "writers":
            return "writers"
    if isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith(".writers"):
        return "writers"
    if isinstance(node, ast.Call) and _named(node) == "follow":
        return "follow" if "updates" in ast.unparse(node.func).lower() else ""
    return ""


def _helper(node: ast.AST) -> str:
    """Something that writes records of any kind."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute):
        is_declared = node.value.attr == "writes" and node.attr in DECLARED
        return f"writes.{node.attr}" if is_declared else ""
    return _named(node) if isinstance(node, ast.Call) and _named(node) in WRITERS else ""


def _named(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def test_every_way_to_write_is_in_the_table() -> None:
    found = set(write_sites(PACKAGE / "desktop"))
    assert not found - TABLE.keys(), "decide where it is asked about, and add it to TABLE"
    assert not TABLE.keys() - found, "it is not there any more"


ASKED = sorted({each for each in (*TABLE.values(), RESTORE) if isinstance(each, Asked)}, key=str)


@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: asked.where)
def test_every_question_is_there_and_has_a_test(asked: Asked) -> None:
    module, *names = asked.where.split(".")
    code = (PACKAGE / "desktop" / f"{module}.py").read_text("utf-8")
    defined = {
        node.name
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert set(names) <= defined
    path, _colons, name = asked.test.partition("::")
    assert f"def {name}(" in (TESTS / path).read_text("utf-8")


@pytest.mark.parametrize(
    ("module", "code", "found"),
    [
        ("parts/funnels/new.py", "run(lambda api: api.pages.update(1, patch))", "pages.update"),
        ("parts/blogs/new.py", "put = self.kind.writes.update", "writes.update"),
        ("parts/pages/new.py", "FieldWriter(workspace, library, {}, {})", "FieldWriter"),
        ("parts/crm/new.py", "workspace.shared(ReferenceUpdates).follow(moved)", "follow"),
        ("parts/quizzes/new.py", "workspace.writers['pages'](workspace)", "writers"),
    ],
)
def test_a_new_way_is_found(tmp_path: Path, module: str, code: str, found: str) -> None:
    """The control."""
    assert list(write_sites(plant(tmp_path, {module: code}))) == [f"{module[:-3]}:{found}"]
