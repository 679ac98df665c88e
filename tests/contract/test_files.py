"""Files on the wire (document: File asset; quirks 33, 35 and 36)."""

import pytest

from funneldesk.contract.files import BulkResult, FileEntry, is_protected


def test_an_entry_is_read_from_its_pascal_case() -> None:
    """Quirk 33."""
    entry = FileEntry.model_validate(
        {
            "ObjectName": "a.png",
            "IsDirectory": False,
            "type": "file",
            "BrowsePath": "img/a.png",
            "Length": "1.5 KB",
            "sizeBytes": 1536,
            "LastChanged": "2026-01-02T03:04:05Z",
            "Odd": 1,
        }
    )
    assert (entry.object_name, entry.browse_path, entry.size_bytes) == ("a.png", "img/a.png", 1536)
    assert entry.model_extra == {"Odd": 1}
    assert entry.src is None


def test_a_bulk_result_may_hold_failures() -> None:
    """Quirk 35."""
    shown = {"files": [{"filename": "a", "status": "failed", "error": "x"}]}
    result = BulkResult.model_validate(shown)
    assert (result.summary.total, result.files[0].is_uploaded) == (0, False)


@pytest.mark.parametrize(
    "path",
    ["", "media", "Media", "products", "products/a", "products/a/b.png", "Products/a", "PRODUCTS"],
)
def test_some_paths_are_protected(path: str) -> None:
    """Quirk 36; Limits: protected storage paths."""
    assert is_protected(path)


@pytest.mark.parametrize("path", ["media/a.png", "img", "productsx", "img/products"])
def test_others_are_not(path: str) -> None:
    assert not is_protected(path)
