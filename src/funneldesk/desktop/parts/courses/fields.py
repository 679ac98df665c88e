"""Fields of a course (document: Course; quirk 52)."""

import re
from typing import Any

from funneldesk.desktop.kit.forms.field_spec import Values
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.fields import FieldGroup, RecordField, RecordFields
from funneldesk.desktop.records.schema.field_specs import when
from funneldesk.desktop.records.value_checks import given

STATUSES = {"draft": _("Draft"), "published": _("Published")}
DELIVERIES = {"embedded": _("In a page"), "module": _("On a domain of its own")}
PAGES = ("details_page_id", "module_page_id", "content_page_id")
LONGEST = 255
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})?")
_SLUG = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
COURSE = FieldGroup(_("Course"), _("Every course needs these five."))
WHERE = FieldGroup(_("Where it is taken"), "")
ABOUT = FieldGroup(_("About it"), _("Shown with the course; change pictures in their own tab."))
PLACES = FieldGroup(_("Pages"), _("Pages of your own that show the course."), folded=True)
MORE = FieldGroup(_("Email"), _("Sent to everybody who is enrolled."), folded=True)


def _language(value: Any, _values: Values) -> str | None:
    text = str(value or "")
    return None if _LANGUAGE.fullmatch(text) else _("Write a language's code, like en or pt-BR.")


def _on_domain(values: Values) -> bool:
    return values.get("delivery_type") == "module"


def _domain(value: Any, values: Values) -> str | None:
    if not _on_domain(values) or value:
        return None
    return _("A course on a domain of its own needs the domain.")


def _slug(value: Any, values: Values) -> str | None:
    text = str(value or "")
    if not text:
        told = _("A course on a domain of its own needs a slug.")
        return told if _on_domain(values) else None
    if _SLUG.fullmatch(text):
        return None
    return _("Use letters, digits, dots, hyphens and underscores.")


def _page(name: str, title: str) -> RecordField:
    return RecordField(name, title, "reference", group=PLACES)


FIELDS = RecordFields(
    RecordField(
        "title", _("Title"), group=COURSE, max_length=LONGEST, check=given, bulk=COURSE.title
    ),
    RecordField("description", _("Description"), "long", group=COURSE, check=given),
    RecordField(
        "language_code",
        _("Language"),
        "code",
        hint=_("A code, like en or pt-BR."),
        group=COURSE,
        check=_language,
        bulk=COURSE.title,
    ),
    RecordField(
        "status",
        _("Status"),
        "choice",
        choices=tuple(STATUSES.items()),
        group=COURSE,
        bulk=COURSE.title,
    ),
    RecordField(
        "delivery_type",
        _("Delivery"),
        "choice",
        choices=tuple(DELIVERIES.items()),
        hint=_("On a domain of its own, it needs the domain and a slug."),
        group=COURSE,
    ),
    RecordField(
        "domain_id",
        _("Domain"),
        "reference",
        group=WHERE,
        visible_when=when("delivery_type", "module"),
        check=_domain,
    ),
    RecordField("slug", _("Slug"), "code", group=WHERE, max_length=LONGEST, check=_slug),
    RecordField("category_name", _("Category"), group=ABOUT, max_length=LONGEST, bulk=ABOUT.title),
    RecordField(
        "instructor_name", _("Instructor"), group=ABOUT, max_length=LONGEST, bulk=ABOUT.title
    ),
    RecordField(
        "show_module_titles", _("Show module titles"), "bool", group=ABOUT, bulk=ABOUT.title
    ),
    RecordField("allow_comments", _("Allow comments"), "bool", group=ABOUT, bulk=ABOUT.title),
    _page("details_page_id", _("Page of the course")),
    _page("module_page_id", _("Page of a module")),
    _page("content_page_id", _("Page of a lesson")),
    RecordField(
        "enrollment_email_template_id",
        _("Template of the welcome email"),
        "integer",
        hint=_("Its number: the server lists no templates. Empty sends nothing."),
        group=MORE,
    ),
)
