"""What may be sent, and what a saved builder does to an automation (document: Automation).

No database here. What nodes mean is the engine's.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, TypeAdapter, ValidationError

from funneldesk.contract.automation_flow.graph import code_of, ends_of, graph_of, nodes_of
from funneldesk.contract.automation_flow.runnable import stuck_nodes
from funneldesk.server.web.fields import (
    CLEARABLE,
    EMPTY_IS_NONE,
    LARGEST_ID,
    Input,
    OptionalSwitch,
    OptionalWords,
    Title,
)

MOST_NODES = 500
MOST_CONNECTIONS = 2000
LONGEST_CODE = 255
MOST_SELECTED = 10_000
COPY_SUFFIX = " (copy)"
_SWITCH: TypeAdapter[bool | None] = TypeAdapter(OptionalSwitch)

EXPORT_COLUMNS = (
    "id",
    "title",
    "status",
    "trigger_node_type",
    "entry_node",
    "postback_code",
    "collection_code",
    "created_at",
    "updated_at",
)
_POSTBACK = re.compile(r"[A-Za-z0-9._~-]{1,255}", re.ASCII)


def _postback(code: str) -> str:
    if not _POSTBACK.fullmatch(code) or code in (".", ".."):
        raise ValueError(
            "The postback_code may hold up to 255 letters, digits, dots, dashes, tildes "
            "and underscores."
        )
    return code


class AutomationCreate(Input):
    """The body of a create call."""

    title: Title


class AutomationUpdate(Input):
    """The body of an update: what is not sent stays as it is."""

    title: Title = ""
    status: Annotated[Literal["active", "inactive", "draft"] | None, CLEARABLE] = None
    trigger_node_type: OptionalWords = None
    entry_node: OptionalWords = None
    postback_code: Annotated[Annotated[str, AfterValidator(_postback)] | None, CLEARABLE] = None
    collection_code: OptionalWords = None


class CloneInput(Input):
    """The body of a clone call; it may be left out."""

    title: OptionalWords = None


class CopyInput(Input):
    """The body of a copy to another brand."""

    id: Annotated[int, Field(ge=1, le=LARGEST_ID)]
    brand_id: Annotated[int, Field(ge=1, le=LARGEST_ID)]
    name: Title


class ExportFilters(Input):
    """Which automations an export holds; without any it holds all."""

    q: OptionalWords = None
    status: Annotated[Literal["active", "inactive", "draft"] | None, CLEARABLE] = None


class ExportInput(Input):
    """The body of an export call."""

    filters: Annotated[ExportFilters | None, EMPTY_IS_NONE] = None
    selected_ids: Annotated[
        list[Annotated[int, Field(ge=1, le=LARGEST_ID)]] | None, Field(max_length=MOST_SELECTED)
    ] = None
    columns: list[Literal[EXPORT_COLUMNS]] | None = None  # type: ignore[valid-type]


def copy_title(title: str) -> str:
    """What a clone is called when nobody says."""
    return title[: 255 - len(COPY_SUFFIX)] + COPY_SUFFIX


@dataclass(frozen=True, slots=True)
class Saved:
    """What a save of the builder does besides: the status afterwards, and which versions are."""

    status: str
    version: Literal["draft", "live"]
    drops_draft: bool


def after_save(status: str, *, draft: bool) -> Saved:
    """A draft save changes nothing that runs; a published one deploys and activates (quirk 55)."""
    if draft:
        return Saved(status, "draft", drops_draft=False)
    return Saved("active", "live", drops_draft=True)


def without_draft(document: Mapping[str, Any]) -> tuple[dict[str, Any], bool | None]:
    """A document apart from what its ``draft`` says; whatever else stands there belongs to it."""
    try:
        said = _SWITCH.validate_python(document.get("draft"))
    except ValidationError:
        return dict(document), None
    return {name: value for name, value in document.items() if name != "draft"}, said


def problems(document: Mapping[str, Any]) -> dict[str, str]:
    """What keeps a builder document from being saved: a sentence for each dotted path."""
    return dict(_problems(document))


def unrunnable(
    document: Mapping[str, Any], entry_node: str | None, trigger: str | None
) -> dict[str, str]:
    """What keeps a document from being deployed: nodes that every run would fail at, by path."""
    said = document.get("trigger_node_type")
    graph = graph_of(document)
    stuck = stuck_nodes(graph, entry_node, said if isinstance(said, str) else trigger or "")
    places = {code: place for place, code in enumerate(graph.nodes)}
    return {f"config.nodes.{places[code]}.data": why for code, why in stuck.items()}


def _problems(document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    config = document.get("config")
    if not isinstance(config, dict):
        yield "config", "The config field is required and must be an object."
        return
    trigger = document.get("trigger_node_type")
    if trigger is not None and (not isinstance(trigger, str) or len(trigger) > LONGEST_CODE):
        yield "trigger_node_type", "The trigger_node_type field must be a string of at most 255."
    nodes, connections = nodes_of(config), config.get("connections", [])
    for name, value, most in (
        ("nodes", nodes, MOST_NODES),
        ("connections", connections, MOST_CONNECTIONS),
    ):
        if not isinstance(value, list):
            yield f"config.{name}", f"The config.{name} field must be a list."
            return
        if len(value) > most:
            yield f"config.{name}", f"A builder holds at most {most} {name}."
            return
    codes: set[str] = set()
    for place, node in enumerate(nodes or ()):
        yield from _node_problems(f"config.nodes.{place}", node, codes)
    for place, connection in enumerate(connections):
        yield from _connection_problems(f"config.connections.{place}", connection, codes)


def _node_problems(path: str, node: Any, codes: set[str]) -> Iterator[tuple[str, str]]:
    if not isinstance(node, dict):
        yield path, "A node must be an object."
        return
    code = code_of(node)
    if not _is_code(code):
        yield f"{path}.code", "A node needs a code: a string of 1 to 255 characters."
    elif code in codes:
        yield f"{path}.code", "Two nodes have the same code."
    else:
        codes.add(code)
    if not _is_code(node.get("type")):
        yield f"{path}.type", "A node needs a type: a string of 1 to 255 characters."
    if not isinstance(node.get("data") or {}, dict):
        yield f"{path}.data", "The data of a node must be an object."


def _connection_problems(path: str, found: Any, codes: set[str]) -> Iterator[tuple[str, str]]:
    if not isinstance(found, dict):
        yield path, "A connection must be an object."
        return
    for end, code in zip(("from", "to"), ends_of(found), strict=True):
        if code not in codes:
            yield f"{path}.{end}", "A connection must name the code of a node."
    output = found.get("output")
    if output is not None and not (isinstance(output, str) and len(output) <= LONGEST_CODE):
        yield f"{path}.output", "The output of a connection must be a string."


def _is_code(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_CODE
