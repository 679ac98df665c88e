"""What cannot follow a page into another brand, found before anything is copied."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from funneldesk.contract.asset_references import AssetReference, asset_references
from funneldesk.contract.component_references import references
from funneldesk.contract.markup import Edit, applied, every_block, scan
from funneldesk.contract.markup_edits import GENERATED_ID, record_id
from funneldesk.contract.markup_names import attribute_of
from funneldesk.contract.markup_scan import Block
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.pages.list.copies import copy_of, rest_of

MOST_NAMES = 3
_NUMBER_BEGINS = re.compile(rf"""[\s/]+{GENERATED_ID}\s*=\s*["']?\Z""", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where pages come from: the brand's number, the address of its assets, and of its pages."""

    brand: int
    assets_base: str
    visitor_base: str


@dataclass(frozen=True, slots=True)
class Destination:
    """What there is where pages go: slugs and components' codes that are taken."""

    slugs: Collection[str]
    components: Collection[str]


@dataclass(frozen=True, slots=True)
class CopyPlan:
    """A page made ready for another brand.

    ``fields`` is the page without what cannot follow, its html without numbers of split tests.
    ``assets`` are the references by source (html, css). ``left_behind`` are sentences.
    """

    fields: Mapping[str, Any] = field(repr=False)
    assets: Mapping[str, tuple[AssetReference, ...]] = field(repr=False)
    slug: str = ""
    left_behind: tuple[str, ...] = ()

    @property
    def paths(self) -> frozenset[str]:
        """The files that the page uses."""
        return frozenset(each.path for found in self.assets.values() for each in found)


def plan_copy(page: Mapping[str, Any], origin: Origin, there: Destination) -> CopyPlan:
    """Make a page ready; sources are scanned, so call it in a thread."""
    html, tests = without_records(str(page.get("html") or ""))
    css = str(page.get("css") or "")
    slug = free_slug(str(page.get("slug") or ""), there.slugs)
    fields = {
        **page,
        "html": html,
        "domain_id": None,
        "funnel_id": None,
        "folder_id": None,
        "template_id": None,
    }
    sources = {"html": html, "css": css}
    assets = {
        name: tuple(asset_references(text, origin.brand, origin.assets_base))
        for name, text in sources.items()
    }
    notes = [*_places(page), *_sources(html, origin, there)]
    if tests:
        many = (
            _("{tests} split tests begin").format(tests=tests)
            if tests > 1
            else _("its split test begins")
        )
        notes.append(_("{many} anew, numbers stay here").format(many=many))
    if slug != (page.get("slug") or ""):
        notes.append(
            _("slug becomes {slug}").format(slug=slug) if slug else _("slug is made by the server")
        )
    return CopyPlan(fields, assets, slug, tuple(notes))


def bodies(plan: CopyPlan, sources: Mapping[str, str]) -> tuple[Any, Any]:
    """The create of the copy and the update after it (or None), with these sources."""
    fields = {**plan.fields, **sources}
    title = str(fields.get("name") or _("Untitled page"))
    draft = copy_of(fields, title)
    values = {**draft.body(), "status": "draft"}
    if plan.slug:
        values["slug"] = plan.slug
    return type(draft).model_validate(values), rest_of(fields, draft.title)


def without_records(html: str) -> tuple[str, int]:
    """The html without the numbers of its split tests, which mean other tests elsewhere; how
    many blocks there are."""
    blocks = list(every_block(scan(html)))
    edits = [edit for block in blocks if record_id(block) for edit in _without_record(html, block)]
    return applied(html, sorted(edits, key=lambda edit: edit.start)), len(blocks)


def free_slug(slug: str, taken: Collection[str]) -> str:
    """The slug, or one with a number behind it that is not taken; empty stays empty."""
    if not slug or slug not in taken:
        return slug
    count = 2
    while f"{slug[:240]}-{count}" in taken:
        count += 1
    return f"{slug[:240]}-{count}"


def _without_record(html: str, block: Block) -> list[Edit]:
    attribute = attribute_of(html, block.start, block.open_end, GENERATED_ID)
    if attribute is None or attribute.value_span is None:
        return []
    name = _NUMBER_BEGINS.search(html, block.start, attribute.value_span[0])
    return [Edit(name.start(), attribute.end, "")] if name else []


def _places(page: Mapping[str, Any]) -> list[str]:
    names = {"domain_id": _("domain"), "funnel_id": _("funnel"), "folder_id": _("folder")}
    held = [words for name, words in names.items() if page.get(name)]
    return [_("without its {places}").format(places=_listed(held))] if held else []


def _sources(html: str, origin: Origin, there: Destination) -> list[str]:
    notes = []
    lacking = sorted(
        {each.code for each in references(html) if each.is_sure} - set(there.components)
    )
    if lacking:
        notes.append(_("components lacking there: {names}").format(names=_listed(lacking)))
    links = html.count(f"{origin.visitor_base}/") + html.count(f'"/p/{origin.brand}/')
    if links:
        told = ngettext("{count} link leads back here", "{count} links lead back here", links)
        notes.append(told.format(count=links))
    return notes


def _listed(names: list[str]) -> str:
    rest = len(names) - MOST_NAMES
    shown = ", ".join(names[:MOST_NAMES])
    return _("{shown} and {rest} more").format(shown=shown, rest=rest) if rest > 0 else shown
