"""Forms of the set-up, declared: an entity, a pipeline, a stage, a field and how it is reported."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from funneldesk.contract.crm import AGGREGATION_TYPES, CHARTS, CrmEntity, CrmField, CrmPreset
from funneldesk.desktop.kit.forms.amounts import exact
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec, Values
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.crm.fields import WITH_OPTIONS
from funneldesk.desktop.parts.crm.setup.types import TYPE_TITLES
from funneldesk.desktop.records.schema.field_specs import (
    key_field,
    name_field,
    options_field,
    slug_field,
    when,
)
from funneldesk.desktop.records.schema.names import options_of

ICONS = ("square-kanban", "users", "star", "package", "inbox", "receipt", "graduation-cap", "globe")
AGGREGATIONS = {
    "numeric": _("As numbers"),
    "categorical": _("As categories"),
    "date": _("By month"),
    "boolean": _("Yes and no"),
}
CHART_TITLES = {
    "kpi": _("Key figure"),
    "histogram": _("Histogram"),
    "pie": _("Pie"),
    "bar": _("Bars"),
    "line": _("Line"),
}
REPORTING = ("reportable", "aggregation_type", "preferred_chart", "bucket_size")


def stage_groups() -> tuple[GroupSpec, ...]:
    """A stage."""
    return (GroupSpec("", "", (name_field(), FieldSpec("color", _("Color"), "colour"))),)


def pipeline_groups() -> tuple[GroupSpec, ...]:
    """A pipeline."""
    return (GroupSpec("", "", (name_field(),)),)


def entity_groups(
    taken: Collection[str], presets: Collection[CrmPreset] | None = None
) -> tuple[GroupSpec, ...]:
    """An entity; with ``presets`` a new one."""
    icons = tuple((name, name.replace("-", " ").capitalize()) for name in ICONS)
    begin = tuple((each.key, each.label or each.key) for each in presets or ())
    preset = FieldSpec(
        "preset", _("Begin with"), "choice", choices=(*begin, ("", _("Nothing: an empty entity")))
    )
    naming = (
        name_field(_("Name"), placeholder=_("Partners")),
        slug_field(taken, _("Names it in addresses and automations.")),
    )
    words = (
        FieldSpec("singular_name", _("One of them"), placeholder=_("Partner")),
        FieldSpec("plural_name", _("Several of them"), placeholder=_("Partners")),
        FieldSpec("icon", _("Icon"), "choice", choices=(("", _("None")), *icons)),
        FieldSpec("color", _("Color"), "colour"),
    )
    return (
        GroupSpec("", "", ((preset,) if presets is not None else ()) + naming),
        GroupSpec(
            _("Words and looks"),
            _("A preset brings its own where these are empty.") if presets is not None else "",
            words,
            folded=presets is not None,
        ),
    )


def entity_values(entity: CrmEntity) -> dict[str, Any]:
    """An entity as its form has it."""
    names = ("name", "slug", "singular_name", "plural_name", "icon", "color")
    return {name: getattr(entity, name) or "" for name in names}


def field_groups(taken: Collection[str]) -> tuple[GroupSpec, ...]:
    """A field of entries."""
    lists = when("type", *WITH_OPTIONS)
    return (
        GroupSpec(
            "",
            "",
            (
                name_field(),
                key_field(taken, _("Names it in automations, imports and exports.")),
                FieldSpec("type", _("Type"), "choice", choices=tuple(TYPE_TITLES.items())),
                options_field(lists),
                FieldSpec("required", _("Every entry needs a value"), "bool"),
            ),
        ),
        _reporting(),
    )


def _reporting() -> GroupSpec:
    shown = when("reportable", True)
    return GroupSpec(
        _("Reports"),
        _("How its values are added up on the Reports page."),
        (
            FieldSpec("reportable", _("Show in reports"), "bool"),
            _choice("aggregation_type", _("Add up"), AGGREGATIONS, AGGREGATION_TYPES, shown),
            _choice("preferred_chart", _("Chart"), CHART_TITLES, CHARTS, shown),
            _amount("bucket_size", _("Size of a bucket"), _numeric, _bucket_problem),
            _amount("baseline_min", _("Baseline from"), _numeric),
            _amount("baseline_max", _("Baseline to"), _numeric, _baseline_problem),
        ),
        folded=True,
    )


def field_values(field: CrmField) -> dict[str, Any]:
    """A field as its form has it."""
    config = field.reporting_config or {}
    baseline = config.get("baseline")
    baseline = baseline if isinstance(baseline, dict) else {}
    return {
        "name": field.name,
        "key": field.key,
        "type": field.type,
        "options": "\n".join(field.options or ()),
        "required": field.required,
        **{name: config.get(name) for name in REPORTING},
        "reportable": bool(config.get("reportable")),
        "aggregation_type": config.get("aggregation_type") or "",
        "preferred_chart": config.get("preferred_chart") or "",
        "baseline_min": baseline.get("min"),
        "baseline_max": baseline.get("max"),
    }


def field_body(values: Mapping[str, Any], before: CrmField | None = None) -> dict[str, Any]:
    """What is sent of a field: all of a new one, of another what differs."""
    body = {name: values[name] for name in ("name", "key", "type", "required")}
    if values["type"] in WITH_OPTIONS:
        body["options"] = options_of(values["options"] or "")
    config = {name: _cleared(values[name]) for name in REPORTING}
    config["baseline"] = {side: _cleared(values[f"baseline_{side}"]) for side in ("min", "max")}
    if before is None:
        return {**body, "reporting_config": config} if values["reportable"] else body
    was = field_values(before)
    changed = {name: value for name, value in body.items() if values[name] != was[name]}
    if "type" in changed and "options" in body:
        changed["options"] = body["options"]
    if any(values[name] != was[name] for name in was if name not in (*body, "options")):
        # What this program does not know of it stays.
        changed["reporting_config"] = {**(before.reporting_config or {}), **config}
    return changed


def at_form(path: str) -> str:
    """The field of the form that a refusal is about."""
    return path.removeprefix("reporting_config.").replace("baseline.", "baseline_")


def _cleared(value: Any) -> Any:
    return None if value in ("", None) else value


def _numeric(values: Values) -> bool:
    kind = values.get("aggregation_type") or ("numeric" if values.get("type") == "number" else "")
    return bool(values.get("reportable")) and kind == "numeric"


def _choice(
    name: str,
    label: str,
    titles: Mapping[str, str],
    known: Collection[str],
    shown: Callable[[Values], bool],
) -> FieldSpec:
    choices = (("", _("As its type suggests")), *((each, titles[each]) for each in known))
    return FieldSpec(name, label, "choice", choices=choices, visible_when=shown)


def _amount(
    name: str,
    label: str,
    shown: Callable[[Values], bool],
    check: Callable[[Any, Values], str | None] | None = None,
) -> FieldSpec:
    return FieldSpec(name, label, "decimal", as_number=True, visible_when=shown, check=check)


def _bucket_problem(value: Any, _values: Values) -> str | None:
    amount = exact(value)
    return _("Write a number above 0.") if amount is not None and amount <= 0 else None


def _baseline_problem(value: Any, values: Values) -> str | None:
    least, most = exact(values.get("baseline_min")), exact(value)
    wrong = least is not None and most is not None and least > most
    return _("This has to be at least the number before it.") if wrong else None
