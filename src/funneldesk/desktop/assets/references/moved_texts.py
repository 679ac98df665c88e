"""Texts whose references follow files that moved. No Qt here, and nothing is read or sent."""

import posixpath
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from funneldesk.contract.asset_references import moved_references, spelled_path
from funneldesk.desktop.assets.references.scan import relative_references

TextChange = Callable[[str, str], str]
"""Field and text to the text as it shall be."""


@dataclass(frozen=True, slots=True)
class Moved:
    """Files under new paths (old path to new), and where the brand's files stand (``own_bases``).

    A path may stand for a file that is not there any more: a broken reference is repaired so.
    """

    paths: Mapping[str, str]
    brand: int
    bases: Collection[str]

    @property
    def back(self) -> "Moved":
        """The way back."""
        return Moved({new: old for old, new in self.paths.items()}, self.brand, self.bases)

    def record(self, _field: str, text: str) -> str:
        """A field of a page, a component or a blog."""
        return moved_references(text, self.brand, self.paths, self.bases)[0]

    def style(self, path: str) -> TextChange:
        """A text file of the brand, which may have moved itself; ``path`` is where it lies now."""
        return partial(self._style, path)

    def _style(self, path: str, _field: str, text: str) -> str:
        changed = self.record("", text)
        if not path.lower().endswith(".css"):
            return changed
        was = next((old for old, new in self.paths.items() if new == path), path)
        return self._relative(changed, posixpath.dirname(was), posixpath.dirname(path))

    def _relative(self, css: str, was_in: str, is_in: str) -> str:
        """Style sheets also name files by where they lie beside them."""
        pieces: list[str] = []
        at = 0
        for target, start, end in relative_references(css, was_in):
            new = self.paths.get(target, target)
            if new == target and was_in == is_in:
                continue
            pieces += (css[at:start], spelled_path(posixpath.relpath(new, is_in or ".")))
            at = end
        return "".join((*pieces, css[at:]))


def changed_texts(body: Mapping[str, Any], change: TextChange) -> dict[str, tuple[str, str]]:
    """The texts of a record that change, by field: as they are, and as they would be."""
    found = {}
    for field, value in body.items():
        if isinstance(value, str):
            new = change(field, value)
            if new != value:
                found[field] = (value, new)
    return found
