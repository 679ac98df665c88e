"""What renaming a component's code rewrites: every reference, as it is and as it will be."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from funneldesk.contract.component_references import references
from funneldesk.contract.components import CODE_PREFIX
from funneldesk.desktop.assets.references.use import Use
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.workspace.workspace import Workspace

MOST_SHOWN = 2_000
LONGEST = 200
AROUND = 60
"""Characters of a long reference that are shown before and after the code."""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A reference of a record: ``head``, the code as it is written, ``tail``. ``is_bare``:
    ``custom-`` was left out there, and will be."""

    part: str
    id: str
    title: str
    head: str
    code: str
    tail: str
    is_bare: bool
    is_unsaved: bool

    @property
    def before(self) -> str:
        """The reference as it is."""
        return f"{self.head}{self.code}{self.tail}"

    def after(self, new: str) -> str:
        """The reference with another code."""
        code = new.removeprefix(CODE_PREFIX) if self.is_bare else new
        return f"{self.head}{code}{self.tail}"


async def rewrites_of(workspace: Workspace, code: str, uses: Sequence[Use]) -> list[Rewrite]:
    """Every reference in the records that use a component, unsaved work included; in very many
    the first ones."""
    store = workspace.store
    found: list[Rewrite] = []
    seen: set[tuple[str, str, bool]] = set()
    for use in uses:
        if len(found) >= MOST_SHOWN:
            break
        if (use.part, use.id, use.is_draft) in seen:
            continue
        seen.add((use.part, use.id, use.is_draft))
        if use.is_draft:
            draft = await store.draft(use.part, use.id)
            fields = draft.content.get("fields", draft.content) if draft is not None else {}
            html = fields.get("html")
        else:
            kept = await store.record(use.part, use.id)
            html = kept.body.get("html") if kept is not None else None
        if isinstance(html, str):
            found += await in_thread(_in_text, html, code, use)
    return found


def _in_text(html: str, code: str, use: Use) -> list[Rewrite]:
    return list(_found(html, code, use))


def _found(html: str, code: str, use: Use) -> Iterator[Rewrite]:
    for reference in references(html):
        if reference.code != code:
            continue
        start, end = reference.value_span
        first, last = reference.start, reference.end
        if last - first > LONGEST:
            first, last = max(first, start - AROUND), min(last, end + AROUND)
        written = html[start:end]
        yield Rewrite(
            use.part,
            use.id,
            use.title,
            " ".join(html[first:start].split("\n")),
            written,
            " ".join(html[end:last].split("\n")),
            not written.startswith(CODE_PREFIX),
            use.is_draft,
        )
