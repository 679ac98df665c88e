"""What is wrong between a page and the rest of its brand: files that are gone, pages that are."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from funneldesk.desktop.assets.references.page_links import Surroundings, slug_of
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.problems.rules.problem import Severity

KIND_TITLES: Mapping[str, str] = {
    "asset-gone": _("Files that are not there"),
    "relative-file": _("Files with a relative address"),
    "anchor-gone": _("Links to places that aren’t on the page"),
    "link-gone": _("Links to pages that are not there"),
    "link-offline": _("Links to pages that are not published"),
    "asset-elsewhere": _("Files of another brand"),
    "no-title": _("Pages without a title"),
    "no-seo-title": _("No title for search engines"),
    "no-description": _("Images without a description"),
    "weights": _("Split-test weights"),
    "insecure-address": _("Loaded without encryption"),
    "empty-link": _("Links that lead nowhere"),
    "duplicate-id": _("Ids used more than once"),
    "unclosed-tag": _("Tags that are never closed"),
    "visitor-wrapper": _("Copied from the live page"),
    "unfinished-tag": _("Tags cut in the middle"),
    "stray-end-tag": _("End tags without a start"),
    "unclosed-comment": _("Comments that never end"),
    "test-without-name": _("Split tests without a name"),
    "test-name-twice": _("Split tests of the same name"),
    "test-id-twice": _("Split tests of the same number"),
    "variant-without-name": _("Variants without a name"),
    "variant-name-twice": _("Variants of the same name"),
    "variant-outside": _("Variants outside of a split test"),
    "css-bracket": _("CSS brackets that do not pair up"),
    "css-comment": _("CSS comments that never end"),
    "css-string": _("CSS texts that never end"),
}
_STATUS_WORDS = {"draft": _("a draft"), "offline": _("offline"), "imported": _("not published yet")}


@dataclass(frozen=True, slots=True)
class BrandProblem:
    """A finding at ``[start, end)`` of a page's ``source`` (a field), in characters."""

    page_id: str
    source: str
    start: int
    end: int
    line: int
    severity: Severity
    kind: str
    message: str


def problems_of(page_id: str, look: Mapping[str, Any], around: Surroundings) -> list[BrandProblem]:
    """Everything that is wrong with a page, the gravest first."""
    found = [BrandProblem(page_id, *problem) for problem in look["problems"]]
    found += _broken_assets(page_id, look, around)
    found += _broken_links(page_id, look, around)
    order = {"error": 0, "warning": 1, "info": 2}
    return sorted(found, key=lambda p: (order.get(p.severity, 3), p.source, p.start))


def _broken_assets(
    page_id: str, look: Mapping[str, Any], around: Surroundings
) -> Iterator[BrandProblem]:
    for source, start, end, line, reference in look["assets"]:
        brand, _unused, path = unquote(reference).partition("/")
        place = (page_id, source, start, end, line)
        if brand != around.brand:
            said = _(
                "“{path}” lies with another brand: it is gone when that one changes it."
            ).format(path=_short(path))
            yield BrandProblem(*place, "info", "asset-elsewhere", said)
        elif around.files is not None and path not in around.files:
            said = _("There is no file “{path}”. Upload it again, or point to another one.").format(
                path=_short(path)
            )
            yield BrandProblem(*place, "error", "asset-gone", said)


def _broken_links(
    page_id: str, look: Mapping[str, Any], around: Surroundings
) -> Iterator[BrandProblem]:
    for source, start, end, line, address in look["links"]:
        slug = slug_of(address, around)
        if slug is None:
            continue
        status = around.statuses.get(slug)
        place = (page_id, source, start, end, line)
        if status is None:
            said = _("No page of this brand has the address “/{slug}”.").format(slug=_short(slug))
            yield BrandProblem(*place, "warning", "link-gone", said)
        elif status != "published":
            is_what = _STATUS_WORDS.get(status, status)
            said = _(
                "“/{slug}” is {is_what}: visitors who follow this link do not find it."
            ).format(slug=_short(slug), is_what=is_what)
            yield BrandProblem(*place, "warning", "link-offline", said)


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"
