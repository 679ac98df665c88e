"""What may be asked of analytics, and what it takes to answer (quirks 7, 17, 50 and 51)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from typing import Any

from funneldesk.contract.formulas import BadFormula, Formula, parse
from funneldesk.server.parts.analytics.metrics import KINDS, METRICS
from funneldesk.server.parts.analytics.periods import BadPeriod, Span, span_of
from funneldesk.server.parts.analytics.rollups import ALL, NODE, SALE_FIELDS, VISIT_FIELDS
from funneldesk.server.web.errors import Refused, forbidden, invalid
from funneldesk.server.web.fields import LARGEST_ID

TIMES = ("hour", "day", "week", "month", "year", "hour_of_day")
FIELDS = (*VISIT_FIELDS, *SALE_FIELDS)
GROUPINGS = (*TIMES, *FIELDS)
NODE_CODE = "node_code"
CUSTOM = "metric_"

MOST_GROUPINGS = 4
MOST_FILTER_VALUES = 100
MOST_CUSTOM = 20
_LONGEST_NAME = 255
_FILTER = re.compile(r"filter\[([^\]]*)\](?:\[\])?")
_INDEX = re.compile(r"\d{1,3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Custom:
    """A metric of the caller's own."""

    name: str
    formula: Formula
    type: str


@dataclass(frozen=True, slots=True)
class Question:
    """A span, its groupings in their order, and the values that fields may have.

    Variants of a split test are values of the field ``node``: ``test/code``, or ``test/`` for all.
    """

    span: Span
    groupings: tuple[str, ...] = ()
    filters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def fields(self) -> frozenset[str]:
        """The fields that it touches, times aside."""
        return frozenset(name for name in (*self.groupings, *self.filters) if name not in TIMES)

    @property
    def dimension(self) -> str | None:
        """The roll-up that holds the answer; None when it takes several fields at once."""
        fields = self.fields
        if len(fields) > 1:
            return None
        return next(iter(fields), ALL)

    @property
    def is_of_sales(self) -> bool:
        """Whether it is about what only sales have, so that visits are not known for it."""
        return not self.fields.isdisjoint(SALE_FIELDS)

    @property
    def before(self) -> "Question":
        """The same question about the span before."""
        return Question(self.span.before, self.groupings, self.filters)


def zone_span(start: str, end: str, zone: tzinfo, *, inside: str = "") -> Span:
    """A span. Raises Refused (422), its field under ``inside``."""
    try:
        return span_of(start, end, zone)
    except BadPeriod as error:
        raise invalid({f"{inside}{error.field}": str(error)}) from error


def groupings_of(text: str) -> tuple[str, ...]:
    """The groupings in a path, joined by semicolons. Raises Refused (422)."""
    return checked_groupings(text.split(";"), "field")


def checked_groupings(names: Sequence[str], place: str) -> tuple[str, ...]:
    """Groupings that are known and not too many. Raises Refused (422)."""
    for name in names:
        if name not in GROUPINGS:
            raise invalid({place: "There is no such grouping; it may be " + ", ".join(GROUPINGS)})
    found = tuple(dict.fromkeys(names))
    if not 0 < len(found) <= MOST_GROUPINGS:
        raise invalid({place: f"Group by one to {MOST_GROUPINGS} fields."})
    return found


def filters_of(
    query: Iterable[tuple[str, str]], page_id: int | None, split_test_id: int | None
) -> dict[str, tuple[str, ...]]:
    """The filters of a query: ``filter[field]=value``, repeatable (quirk 17). Raises Refused."""
    found: dict[str, list[str]] = {}
    for name, value in query:
        match = _FILTER.fullmatch(name)
        if match is None:
            continue
        known = match[1]
        if known not in (*FIELDS, NODE_CODE):
            raise invalid({f"filter.{known[:64]}": "There is no filter of this name."})
        if "\0" in value:
            raise invalid({f"filter.{known}": "A NUL character (U+0000) is no value."})
        found.setdefault(known, []).append(value[:_LONGEST_NAME])
        if len(found[known]) > MOST_FILTER_VALUES:
            raise invalid({f"filter.{known}": f"At most {MOST_FILTER_VALUES} values."})
    codes = found.pop(NODE_CODE, None)
    if codes is not None and split_test_id is None:
        raise invalid({"split_test_id": "A filter by node_code needs the split_test_id."})
    if split_test_id is not None:
        found[NODE] = [f"{split_test_id}/{code}" for code in codes or ("",)]
    if page_id is not None:
        found["page"] = [str(page_id)]
    return {name: tuple(dict.fromkeys(values)) for name, values in found.items()}


def may_see(question: Question, sees_affiliates: bool) -> Question:
    """The question, when its fields may be seen. Raises Refused (403; Authentication 8)."""
    if "aff_id" in question.fields and not sees_affiliates:
        raise forbidden("aff_id requires the affiliates.view permission")
    return question


def customs_of(body: Any) -> dict[str, Custom]:
    """The custom metrics in a body, by the key that selects them. Raises Refused (422)."""
    given = body.get("metric") if isinstance(body, dict) else None
    if given is None:
        return {}
    if isinstance(given, list):
        given = {str(index): each for index, each in enumerate(given)}
    if not isinstance(given, dict) or len(given) > MOST_CUSTOM:
        raise invalid({"metric": f"This must be a map of at most {MOST_CUSTOM} definitions."})
    return {f"{CUSTOM}{index}": _custom(index, each) for index, each in given.items()}


def selected(wanted: Sequence[str], customs: Mapping[str, Custom], place: str) -> tuple[str, ...]:
    """The metrics that are asked for, all there are when none is named. Raises Refused (422)."""
    for index, key in enumerate(wanted):
        if key not in METRICS and key not in customs:
            raise invalid({f"{place}.{index}": f"There is no metric {key[:64]!a}."})
    return tuple(dict.fromkeys(wanted)) or (*METRICS, *customs)


def test_id_of(text: str | None, place: str) -> int | None:
    """An id in a query. Raises Refused (422)."""
    if not text or text == "0":
        return None
    if not (
        text.isascii() and text.isdecimal() and len(text) <= 32 and 0 < int(text) <= LARGEST_ID
    ):
        raise invalid({place: f"The {place} field must be an integer."})
    return int(text)


def _custom(index: str, given: Any) -> Custom:
    place = f"metric.{index[:64]}"
    if not _INDEX.fullmatch(index) or not isinstance(given, dict):
        raise invalid({place: "This must be a definition under a whole number."})
    name, text, kind = given.get("name"), given.get("formula"), given.get("as", "number")
    if not isinstance(name, str) or not name.strip() or len(name) > _LONGEST_NAME:
        raise invalid({f"{place}.name": "The name is required, up to 255 characters."})
    if kind not in KINDS:
        raise invalid({f"{place}.as": "This may be " + ", ".join(KINDS) + "."})
    return Custom(name, _formula(place, text), str(kind))


def _formula(place: str, text: Any) -> Formula:
    if not isinstance(text, str):
        raise _no_formula(place, "The formula is required.")
    try:
        formula = parse(text)
    except BadFormula as error:
        raise _no_formula(place, str(error)) from error
    unknown = sorted(formula.keys - set(METRICS))
    if unknown:
        raise _no_formula(place, f"There is no metric ${unknown[0]}.")
    return formula


def _no_formula(place: str, sentence: str) -> Refused:
    return invalid({f"{place}.formula": sentence})
