"""Kinds of node of an automation, as the server knows them, each with its form and its check."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from funneldesk.contract.automation_flow.comparing import number_of
from funneldesk.contract.automation_flow.conditions import BadCondition, condition
from funneldesk.contract.automation_flow.flow_nodes import UNITS
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, Values
from funneldesk.desktop.kit.graph.model.kinds import Kinds, NodeKind, Port
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.automations.triggers import TRIGGER_TITLES

TRIGGERS, FLOW, ACTIONS = _("Starts"), _("Decisions"), _("Actions")
Data = Mapping[str, Any]
TEMPLATES = _("Write {{email}} or another field of the record in double braces.")
_OPERATORS = {
    "==": _("is"),
    "!=": _("is not"),
    "<": "<",
    "<=": "≤",
    ">": ">",
    ">=": "≥",
    "contains": _("contains"),
    "starts_with": _("starts with"),
    "ends_with": _("ends with"),
    "exists": _("exists"),
    "empty": _("is empty"),
}
_UNIT_WORDS = {
    "days": _("Days"),
    "hours": _("Hours"),
    "minutes": _("Minutes"),
    "seconds": _("Seconds"),
}
_METHODS = tuple((name, name) for name in ("POST", "GET", "PUT", "PATCH", "DELETE"))


def expression_problem(text: Any) -> str:
    """Why a condition is not understood, in a sentence; "" when it is."""
    if not isinstance(text, str) or not text.strip():
        return ""
    try:
        condition(text)
    except BadCondition:
        return _("This condition isn't understood: check its quotes, signs and brackets.")
    return ""


def _expression(value: Any, _values: Values) -> str | None:
    return expression_problem(value) or None


def _needed(sentence: str) -> Callable[[Any, Values], str | None]:
    return lambda value, _values: None if str(value or "").strip() else sentence


def _text(name: str, label: str, kind: Any = "text", **more: Any) -> FieldSpec:
    return FieldSpec(name, label, kind, **more)


_ONLY_IF = _text(
    "condition",
    _("Only if"),
    "code",
    hint=_("A condition, such as total > 50. Empty: always."),
    check=_expression,
)


def _trigger(name: str, icon: str, *fields: FieldSpec, key: str = "") -> NodeKind:
    def summary(data: Data) -> str:
        return str(data.get(key) or data.get("label") or data.get("condition") or "")

    return NodeKind(
        name,
        TRIGGER_TITLES[name],
        icon,
        TRIGGERS,
        "success",
        has_input=False,
        fields=(*fields, _ONLY_IF),
        summary=summary,
    )


def _condition_summary(data: Data) -> str:
    if data.get("expression"):
        return str(data["expression"])
    sign = str(data.get("operator") or "==")
    parts = (data.get("field"), _OPERATORS.get(sign, sign), data.get("value"))
    return " ".join(str(part) for part in parts if part not in (None, ""))


def _condition_check(data: Data) -> list[str]:
    if str(data.get("expression") or "").strip() or data.get("field"):
        return []
    return [_("Write a condition, or choose a field to compare.")]


def _delay_summary(data: Data) -> str:
    words = {
        "days": lambda n: ngettext("{count:,g} day", "{count:,g} days", n),
        "hours": lambda n: ngettext("{count:,g} hour", "{count:,g} hours", n),
        "minutes": lambda n: ngettext("{count:,g} minute", "{count:,g} minutes", n),
        "seconds": lambda n: ngettext("{count:,g} second", "{count:,g} seconds", n),
    }
    known = {unit: number_of(data.get(unit)) for unit in UNITS}
    return ", ".join(
        words[unit](int(number)).format(count=number) for unit, number in known.items() if number
    )


def _delay_check(data: Data) -> list[str]:
    for unit in UNITS:
        value = data.get(unit)
        number = 0.0 if value in (None, "") else number_of(value)
        if number is None or number < 0:
            return [_("Waiting times are numbers from 0 upwards.")]
    return [] if _delay_summary(data) else [_("Say how long to wait.")]


def branches_of(data: Data) -> list[tuple[str, float | None]]:
    """Names and weights of a split's branches, as the server reads them."""
    found = data.get("branches")
    each = found if isinstance(found, list) else []
    known = [branch if isinstance(branch, Mapping) else {} for branch in each]
    return [
        (str(branch.get("name") or place), number_of(branch.get("weight", 1)))
        for place, branch in enumerate(known, start=1)
    ]


def _split_ports(data: Data) -> tuple[Port, ...]:
    names = dict.fromkeys(name for name, _weight in branches_of(data))
    return tuple(Port(name, name) for name in names) or (Port(),)


def _split_check(data: Data) -> list[str]:
    branches = branches_of(data)
    if not branches:
        return [_("Add at least one branch.")]
    if any(weight is None or weight < 0 for _name, weight in branches):
        return [_("Weights are numbers from 0 upwards.")]
    names = [name for name, _weight in branches]
    return [_("Two branches have one name.")] if len(set(names)) < len(names) else []


def _split_summary(data: Data) -> str:
    return " : ".join("?" if weight is None else f"{weight:g}" for _n, weight in branches_of(data))


def _email_check(data: Data) -> list[str]:
    has_text = str(data.get("body") or "") or str(data.get("text") or "")
    return [] if has_text else [_("Write the message.")]


def _first(*names: str) -> Callable[[Data], str]:
    return lambda data: next((str(data[name]) for name in names if data.get(name)), "")


def _texts(*names: str) -> Callable[[Data], Sequence[str]]:
    def check(data: Data) -> list[str]:
        wrong = [n for n in names if not isinstance(data.get(n, ""), str | int | float | None)]
        return [_("The setting {name} must be a text.").format(name=name) for name in wrong]

    return check


_FLOW = (
    NodeKind(
        "condition",
        _("Condition"),
        "split",
        FLOW,
        "info",
        outputs=(Port("true", _("Yes")), Port("false", _("No"))),
        fields=(
            _text(
                "expression",
                _("Condition"),
                "code",
                hint=_('Such as total > 100 and plan == "gold". Or compare one field below.'),
                check=_expression,
            ),
            _text("field", _("Field"), "code"),
            _text("operator", _("Comparison"), "choice", choices=tuple(_OPERATORS.items())),
            _text("value", _("Value")),
        ),
        summary=_condition_summary,
        check=_condition_check,
        hint=_("The run goes on at Yes when it holds, else at No."),
    ),
    NodeKind(
        "delay",
        _("Delay"),
        "pause",
        FLOW,
        "info",
        fields=tuple(_text(unit, _UNIT_WORDS[unit]) for unit in UNITS),
        defaults={"days": 1},
        summary=_delay_summary,
        check=_delay_check,
    ),
    NodeKind(
        "split",
        _("Split"),
        "shapes",
        FLOW,
        "info",
        outputs=_split_ports,
        fields=(
            _text(
                "branches",
                _("Branches"),
                "items",
                fields=(_text("name", _("Name")), _text("weight", _("Weight"))),
                unit=_("branch"),
            ),
        ),
        defaults={"branches": [{"name": "A", "weight": 1}, {"name": "B", "weight": 1}]},
        summary=_split_summary,
        check=_split_check,
        hint=_("Each run takes one branch, in proportion to the weights."),
    ),
)
_DOING = (
    NodeKind(
        "send_email",
        _("Send an email"),
        "send",
        ACTIONS,
        fields=(
            _text("to", _("To"), placeholder="{{email}}", hint=TEMPLATES),
            _text("subject", _("Subject"), check=_needed(_("An email needs a subject."))),
            _text("body", _("Message (HTML)"), "long"),
            _text("text", _("Message (plain text)"), "long"),
        ),
        summary=_first("subject"),
        check=_email_check,
    ),
    NodeKind(
        "add_tag",
        _("Add a tag"),
        "badge-check",
        ACTIONS,
        fields=(
            _text("tag", _("Tag"), check=_needed(_("Name the tag."))),
            _text("email", _("Address"), placeholder="{{email}}"),
        ),
        summary=_first("tag"),
        check=_texts("tag", "email"),
    ),
    NodeKind(
        "create_ticket",
        _("Open a ticket"),
        "inbox",
        ACTIONS,
        fields=(
            _text("subject", _("Subject")),
            _text("message", _("Message (HTML)"), "long", hint=TEMPLATES),
            _text("from_name", _("From"), placeholder="{{name}}"),
            _text("from_email", _("Address"), placeholder="{{email}}"),
        ),
        summary=_first("subject"),
    ),
    NodeKind(
        "create_crm_entry",
        _("Add a CRM entry"),
        "square-kanban",
        ACTIONS,
        fields=(
            _text("entity", _("Entity"), "code", check=_needed(_("Name the entity."))),
            _text("title", _("Title"), placeholder="{{name}}", hint=TEMPLATES),
            _text("pipeline", _("Pipeline"), placeholder=_("The first one")),
            _text("stage", _("Stage"), placeholder=_("The first one")),
            _text("values", _("Values"), "pairs"),
        ),
        summary=_first("entity"),
    ),
    NodeKind(
        "move_stage",
        _("Move to a stage"),
        "move-horizontal",
        ACTIONS,
        fields=(
            _text("stage", _("Stage"), check=_needed(_("Name the stage."))),
            _text("entry_id", _("Entry"), "code", placeholder="{{crm_entry_id}}"),
        ),
        summary=_first("stage", "stage_id"),
    ),
    NodeKind(
        "webhook",
        _("Call an address"),
        "globe",
        ACTIONS,
        "warning",
        fields=(
            _text("url", _("Address"), "url", check=_needed(_("Name the address."))),
            _text("method", _("Method"), "choice", choices=_METHODS),
            _text("body", _("Body"), "pairs", hint=_("Empty: everything the run knows.")),
        ),
        summary=_first("url"),
        hint=_("Skipped by servers that may not call others."),
    ),
)
_STARTS = (
    _trigger(
        "form_submission",
        "list-checks",
        _text("collection_code", _("Collection"), "code", placeholder=_("Any form")),
        key="collection_code",
    ),
    _trigger("purchase", "receipt"),
    _trigger("tag_added", "badge-check", _text("tag", _("Tag")), key="tag"),
    _trigger("postback", "link"),
    _trigger("webhook_received", "plug"),
)


KINDS = Kinds((*_STARTS, *_FLOW, *_DOING))
