"""Looking at every page of a brand, in the process beside the window. No Qt here.

What is found on a page depends on that page alone, so that it can be kept until the page changes;
what depends on the rest of the brand (files, other pages) is only noted as a reference.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from funneldesk.desktop.assets.references.page_links import MOST_REFERENCES, Lines, links_of
from funneldesk.desktop.local.cache.analysis_cache import AnalysisCache
from funneldesk.desktop.local.cache.scan import StoreReader
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.problems.page_references import page_references
from funneldesk.desktop.records.problems.rules.analysis import analyse

RULES = "5"
"""Changes with the rules: what older ones found is looked at again."""
SOURCES = ("html", "css", "custom_javascript")
_ASSET = re.compile(r"/cdn/(\d+)/assets/([^\s\"'()<>?#,\\&]+)")


def look_at_pages(path: str, part: str, known: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Every page of a store that is here whole, the newest first.

    ``known`` tells by id the mark of what the window already has. Yields ``{"of": n}`` first;
    ``{"id", "mark", "look"}`` for a page whose mark is another one; ``{"looked": n, "missing": m}``
    now and then and at the end.
    """
    with StoreReader(path) as reader, AnalysisCache(path) as looks:
        ids = reader.ids(part)
        yield {"of": len(ids)}
        looked = missing = 0
        for id in ids:
            found = reader.packed(part, id)
            looked, missing = looked + 1, missing + (found is None)
            if found is not None:
                mark = f"{RULES}:{found[0]}"
                if known.get(id) != mark:
                    look = looks.get(part, id, mark)
                    if look is None:
                        look = look_at(reader.unpacked(found[1]))
                        looks.put(part, id, mark, look)
                    yield {"id": id, "mark": mark, "look": look}
            if looked % 50 == 0:
                yield {"looked": looked, "missing": missing}
        looks.keep_only(part, set(ids))
        yield {"looked": looked, "missing": missing}


def look_at(page: Mapping[str, Any]) -> dict[str, Any]:
    """What is found on one page.

    ``problems`` are [source, start, end, line, severity, kind, message]; ``assets`` and ``links``
    are [source, start, end, line, reference]. Sources are field names, places are characters.
    """
    texts = {name: str(page.get(name) or "") for name in SOURCES}
    beyond = look_beyond(page)
    problems: list[list[Any]] = beyond["problems"]
    for source, found in analyse(texts).problems.items():
        lines = Lines(texts[source])
        for problem in found:
            place = [problem.start, problem.end, lines.of(problem.start)]
            problems.append([source, *place, problem.severity, problem.kind, problem.message])
    return beyond


def look_beyond(page: Mapping[str, Any]) -> dict[str, Any]:
    """As ``look_at``, without what the sources tell by themselves while they are edited."""
    html, css = str(page.get("html") or ""), str(page.get("css") or "")
    return {
        "problems": [*_title_problems(page), *page_references(html, css)],
        "assets": [*_assets("html", html), *_assets("css", css)],
        "links": links_of(html),
    }


def _title_problems(page: Mapping[str, Any]) -> Iterator[list[Any]]:
    if not str(page.get("name") or "").strip():
        yield ["title", 0, 0, 1, "error", "no-title", _("This page has no title. Give it one.")]
    elif not str(page.get("seo_title") or "").strip():
        said = _("No title for search engines is set: they show whatever they find. Write one.")
        yield ["seo_title", 0, 0, 1, "info", "no-seo-title", said]


def _assets(source: str, text: str) -> Iterator[list[Any]]:
    if "/cdn/" not in text:
        return
    lines = Lines(text)
    for count, match in enumerate(_ASSET.finditer(text)):
        if count >= MOST_REFERENCES:
            return
        place = [match.start(), match.end(), lines.of(match.start())]
        yield [source, *place, f"{match[1]}/{match[2]}"]
