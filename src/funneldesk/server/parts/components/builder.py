"""The builder config as it is handed out (document: builder read; quirk 32).

Its structure is not shown beyond ``data``, ``styles`` and ``assets``; what is assumed about it
stands in ASSUMPTIONS.md. Whatever does not look like that is left as it is.
"""

from collections.abc import Iterable, Mapping
from typing import Any

MOST_ASSETS = 1000
_ID_SELECTOR = 2
"""The builder's number for a selector by id; any other is one by class."""


def ready_config(config: Mapping[str, Any], assets: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The stored config with the brand's assets, without empty ids, its selectors in one form."""
    ready = dict(config)
    if "data" in ready:
        ready["data"] = _without_empty_ids(ready["data"])
    if isinstance(ready.get("styles"), list):
        ready["styles"] = [_style(style) for style in ready["styles"]]
    own = ready.get("assets")
    ready["assets"] = [*(own if isinstance(own, list) else ()), *assets]
    return ready


def selectors_of(value: Any) -> list[Any]:
    """Selectors as a list of CSS selectors, each once, in order.

    A text is split at its commas; an object ``{name, type}`` becomes ``#name`` or ``.name``.
    """
    found = value.split(",") if isinstance(value, str) else value
    ordered: list[Any] = []
    for selector in found if isinstance(found, list) else [found]:
        plain = _selector(selector)
        if plain not in ("", None) and plain not in ordered:
            ordered.append(plain)
    return ordered


def _selector(selector: Any) -> Any:
    if isinstance(selector, dict) and isinstance(selector.get("name"), str):
        name = selector["name"].strip().lstrip(".#")
        return f"{'#' if selector.get('type') == _ID_SELECTOR else '.'}{name}" if name else ""
    return " ".join(selector.split()) if isinstance(selector, str) else selector


def _style(style: Any) -> Any:
    if isinstance(style, dict) and "selectors" in style:
        return {**style, "selectors": selectors_of(style["selectors"])}
    return style


def _without_empty_ids(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_empty_ids(one) for one in value if not _has_empty_id(one)]
    if isinstance(value, dict):
        return {name: _without_empty_ids(one) for name, one in value.items()}
    return value


def _has_empty_id(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    attributes = value.get("attributes")
    inner = attributes.get("id") if isinstance(attributes, dict) else None
    return value.get("id") == "" or inner == ""
