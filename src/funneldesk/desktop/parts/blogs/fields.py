"""The fields of a blog, each declared once (document: Blog; quirk 58)."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from funneldesk.desktop.kit.forms.field_spec import Values
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.blogs.addresses import PATTERNS, USUAL_SEGMENTS
from funneldesk.desktop.records.detail.search_preview import DESCRIPTION_LENGTH, TITLE_LENGTH
from funneldesk.desktop.records.fields import FieldGroup, RecordField, RecordFields, Value

LONGEST_NAME, LONGEST_SEGMENT = 255, 64
SEO = "seo_settings"
SEO_TITLE, SEO_TEXT, SEO_MORE = "seo_title", "seo_description", "seo_more"
_KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)

BLOG = FieldGroup(_("Blog"), _("What it is called, and where visitors find it."))
ADDRESSES = FieldGroup(
    _("Addresses"), _("Words in the addresses of articles, categories, tags and the search.")
)
SEARCH = FieldGroup(_("Search and sharing"), _("How the blog looks before anyone opens it."))
COMMENTS = FieldGroup(_("Comments"), "")
MORE = FieldGroup(_("More"), _("Its template, by its number on the server."), folded=True)


def _given(value: Any, _values: Values) -> str | None:
    return None if str(value or "").strip() else _("A blog needs a name.")


def kebab(value: Any, _values: Values) -> str | None:
    """What is wrong with a slug or a segment."""
    if not value or _KEBAB.fullmatch(str(value)):
        return None
    return _("Use lower-case letters and digits, joined by single dashes.")


def _number(value: Any, _values: Values) -> str | None:
    return None if value is None or value > 0 else _("Numbers of the server begin at 1.")


def _segment(name: str, label: str, **more: Any) -> RecordField:
    more = {"placeholder": USUAL_SEGMENTS.get(name, ""), **more}
    return RecordField(
        name, label, "code", max_length=LONGEST_SEGMENT, check=kebab, group=ADDRESSES, **more
    )


def seo_parts(settings: Any) -> dict[str, Any]:
    """The settings of search engines as fields: title, description, and the other texts."""
    known = settings if isinstance(settings, Mapping) else {}
    rest = {k: v for k, v in known.items() if k not in ("title", "description")}
    return {
        SEO_TITLE: known.get("title") if isinstance(known.get("title"), str) else "",
        SEO_TEXT: known.get("description") if isinstance(known.get("description"), str) else "",
        SEO_MORE: {k: v for k, v in rest.items() if isinstance(v, str)},
    }


def seo_settings(before: Any, changed: Mapping[str, Any]) -> dict[str, Any]:
    """The settings with what was changed in the fields; what no field shows stays as it is."""
    known = dict(before) if isinstance(before, Mapping) else {}
    for field, key in ((SEO_TITLE, "title"), (SEO_TEXT, "description")):
        if field in changed:
            known.pop(key, None)
            if changed[field]:
                known[key] = changed[field]
    if SEO_MORE in changed:
        shown = seo_parts(before)[SEO_MORE]
        known = {k: v for k, v in known.items() if k not in shown} | dict(changed[SEO_MORE] or {})
    return known


def at_fields(errors: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Refusals by the names of the form's fields: servers tell of one object."""
    named = {f"{SEO}.title": SEO_TITLE, f"{SEO}.description": SEO_TEXT}
    found: dict[str, list[str]] = {}
    for path, said in errors.items():
        name = SEO_MORE if path.partition(".")[0] == SEO else path
        found.setdefault(named.get(path, name), []).extend(said)
    return found


class BlogFields(RecordFields):
    """Fields of a blog; those of search engines are read out of one object."""

    def values_of(self, record: Mapping[str, object]) -> dict[str, Value]:
        return super().values_of({**record, **seo_parts(record.get(SEO))})


FIELDS = BlogFields(
    RecordField("name", _("Name"), max_length=LONGEST_NAME, check=_given, group=BLOG),
    RecordField(
        "slug",
        _("Slug"),
        "code",
        max_length=LONGEST_NAME,
        check=kebab,
        hint=_("Left empty, the server makes one from the name."),
        group=BLOG,
    ),
    RecordField(
        "domain_id", _("Domain"), "reference", placeholder=_("No domain of its own"), group=BLOG
    ),
    RecordField("status", _("Status"), "text", restorable=False),
    RecordField(
        "article_url_pattern",
        _("Articles"),
        "choice",
        choices=tuple(PATTERNS.items()),
        group=ADDRESSES,
    ),
    _segment(
        "article_url_segment",
        _("Word before articles"),
        placeholder="article",
        visible_when=lambda values: values.get("article_url_pattern") == "segment",
    ),
    _segment("category_url_segment", _("Word before categories")),
    _segment("tag_url_segment", _("Word before tags")),
    _segment("search_url_segment", _("Word of the search")),
    RecordField(
        SEO_TITLE,
        _("Title in search results"),
        hint=_("Left empty, the blog's name is used."),
        max_length=TITLE_LENGTH,
        counter=True,
        group=SEARCH,
    ),
    RecordField(
        SEO_TEXT,
        _("Description in search results"),
        "long",
        max_length=DESCRIPTION_LENGTH,
        counter=True,
        group=SEARCH,
    ),
    RecordField(SEO_MORE, _("Other settings"), "pairs", unit=_("setting"), group=SEARCH),
    RecordField("comments_enabled", _("Readers can comment"), "bool", group=COMMENTS),
    RecordField(
        "comments_require_email_confirmation",
        _("Comments wait until the writer confirmed the address"),
        "bool",
        visible_when=lambda values: bool(values.get("comments_enabled")),
        group=COMMENTS,
    ),
    RecordField("brand_template_id", _("Template"), "integer", check=_number, group=MORE),
)
