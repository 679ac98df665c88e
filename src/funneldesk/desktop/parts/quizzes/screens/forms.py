"""The form of a screen, declared: what its type asks for and nothing else (document: Screen)."""

from collections.abc import Mapping
from typing import Any

from funneldesk.contract.quiz_flow import ASKING
from funneldesk.contract.quizzes import SCREEN_TYPES, STYLES, Screen
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec, Values
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.schema.field_specs import name_field, when

LONGEST_OPTION, MOST_OPTIONS = 255, 200
TYPE_TITLES = {
    "single_choice": _("Single choice"),
    "multiple_choice": _("Multiple choice"),
    "text_input": _("Text answer"),
    "rating": _("Rating"),
    "result": _("Result"),
    "info": _("Information"),
    "video": _("Video"),
    "image": _("Image"),
}
TYPE_ICONS = {
    "single_choice": "circle-check",
    "multiple_choice": "list-checks",
    "text_input": "text-quote",
    "rating": "star",
    "result": "badge-check",
    "info": "info",
    "video": "film",
    "image": "image",
}
STYLE_TITLES = {"light": _("Light"), "dark": _("Dark")}
WITH_OPTIONS = ("single_choice", "multiple_choice", "rating")
_SETTINGS = ("required", "video_url")
"""What the form has of ``screen_settings``; the rest of them is kept."""


def screen_groups() -> tuple[GroupSpec, ...]:
    """A screen of any type."""
    types = tuple((each, TYPE_TITLES[each]) for each in SCREEN_TYPES)
    styles = tuple((each, STYLE_TITLES[each]) for each in STYLES)
    return (
        GroupSpec(
            "",
            "",
            (
                name_field(hint=_("For you; visitors read the title.")),
                FieldSpec("type", _("Type"), "choice", choices=types),
                FieldSpec("title", _("Title")),
                FieldSpec("subtitle", _("Subtitle")),
                answers_field(),
                FieldSpec(
                    "required", _("An answer is required"), "bool", visible_when=_may_be_left_out
                ),
                FieldSpec(
                    "video_url",
                    _("Address of the video"),
                    "url",
                    visible_when=when("type", "video"),
                    check=_address,
                ),
            ),
        ),
        GroupSpec(
            _("Looks"),
            "",
            (
                FieldSpec("content", _("Text below, as HTML"), "long"),
                FieldSpec("style", _("Style"), "choice", choices=styles),
            ),
            folded=True,
        ),
    )


def answers_field(hint: str = "") -> FieldSpec:
    """The answers that a screen offers."""
    return FieldSpec(
        "options",
        _("Answers"),
        "items",
        hint=hint,
        unit=_("answer"),
        fields=(
            FieldSpec("label", _("Text"), max_length=1000, check=_given),
            FieldSpec("value", _("Value"), "code", max_length=LONGEST_OPTION, check=_given),
        ),
        visible_when=when("type", *WITH_OPTIONS),
        check=_different,
    )


def _may_be_left_out(values: Values) -> bool:
    return values.get("type") in ASKING and values.get("type") != "multiple_choice"


def _given(value: Any, _values: Values) -> str | None:
    return None if str(value or "").strip() else _("This can't be empty.")


def _address(value: Any, values: Values) -> str | None:
    fits = not value or str(value).startswith(("https://", "http://", "/cdn/"))
    told = _("Write the whole address, beginning with https://.")
    return None if fits or values.get("type") != "video" else told


def _different(value: Any, _values: Values) -> str | None:
    """Two answers of one value could not be told apart by the flow."""
    rows = [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
    if len(rows) > MOST_OPTIONS:
        return _("At most {most} answers fit here.").format(most=MOST_OPTIONS)
    values = [str(each.get("value") or "") for each in rows]
    twice = next((each for each in values if each and values.count(each) > 1), "")
    return _("Two answers have the value “{value}”.").format(value=twice) if twice else None


def form_values(screen: Screen) -> dict[str, Any]:
    """A screen as its form has it."""
    settings = screen.screen_settings if isinstance(screen.screen_settings, dict) else {}
    return {
        "name": screen.name,
        "type": screen.type or "info",
        "title": screen.title or "",
        "subtitle": screen.subtitle or "",
        "options": [option.model_dump() for option in screen.options or ()],
        "required": settings.get("required") is not False,
        "video_url": settings.get("video_url") or settings.get("url") or "",
        "content": screen.content or "",
        "style": screen.style or "light",
    }


def new_values(kind: str = "single_choice") -> dict[str, Any]:
    """What a new screen begins with."""
    options = [{"label": _("Yes"), "value": "yes"}, {"label": _("No"), "value": "no"}]
    return {
        "name": "",
        "type": kind,
        "title": "",
        "subtitle": "",
        "options": options if kind in ("single_choice", "multiple_choice") else [],
        "required": True,
        "video_url": "",
        "content": "",
        "style": "light",
    }


def body_of(values: Mapping[str, Any], before: Screen | None = None) -> dict[str, Any]:
    """The body of a write: settings that the form does not know are kept, and of options too."""
    known = before.screen_settings if before is not None else None
    settings = dict(known) if isinstance(known, dict) else {}
    settings.pop("url" if values.get("video_url") else "", None)
    settings.update({"required": False} if not values.get("required", True) else {})
    if values.get("required", True):
        settings.pop("required", None)
    if values.get("type") == "video" and values.get("video_url"):
        settings["video_url"] = values["video_url"]
    has_options = values.get("type") in WITH_OPTIONS
    body = {name: value for name, value in values.items() if name not in _SETTINGS}
    options = list(values.get("options") or ()) if has_options else []
    return {**body, "options": options, "screen_settings": settings}
