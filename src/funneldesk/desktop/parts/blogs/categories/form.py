"""Form of a category: its name, slug, hero picture from Files, and words for search engines."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.forms.field_spec import FieldSpec, Found, GroupSpec, Lookup, Values
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.blogs.fields import (
    LONGEST_NAME,
    SEO_MORE,
    SEO_TEXT,
    SEO_TITLE,
    at_fields,
    kebab,
    seo_parts,
    seo_settings,
)
from funneldesk.desktop.records.schema.form_dialog import FormDialog
from funneldesk.desktop.workspace.workspace import Workspace

LONGEST_ADDRESS = 2048


def category_groups(workspace: Workspace, taken: Callable[[str], str]) -> tuple[GroupSpec, ...]:
    """The fields of a category. ``taken`` names the category that has a slug."""

    def name(value: Any, _values: Values) -> str | None:
        return None if str(value or "").strip() else _("A category needs a name.")

    def slug(value: Any, values: Values) -> str | None:
        if (other := taken(str(value))) and value:
            return _("“{name}” has this slug: choose another one.").format(name=other)
        return kebab(value, values)

    async def pick(parent: QWidget) -> Found | None:
        from funneldesk.desktop.assets.picker import AssetPicker

        rows = await AssetPicker(parent.window(), workspace, pictures=True).choose()
        return (rows[0].src, rows[0].src, rows[0].path) if rows else None

    fields = (
        FieldSpec("name", _("Name"), max_length=LONGEST_NAME, check=name),
        FieldSpec(
            "slug",
            _("Slug"),
            "code",
            max_length=LONGEST_NAME,
            check=slug,
            hint=_("Left empty, the server makes one from the name."),
        ),
        FieldSpec(
            "hero_image",
            _("Hero picture"),
            "file",
            max_length=LONGEST_ADDRESS,
            lookup=Lookup(pick=pick),
        ),
        FieldSpec(SEO_TITLE, _("Title in search results")),
        FieldSpec(SEO_TEXT, _("Description in search results"), "long"),
    )
    return (GroupSpec("", "", fields),)


class CategoryDialog(FormDialog):
    """Asks for the fields of a category."""

    def at_fields(self, errors: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
        return at_fields(errors)


def values_of(body: Mapping[str, Any]) -> dict[str, Any]:
    """A category as the form has it."""
    parts = seo_parts(body.get("seo_settings"))
    parts.pop(SEO_MORE)
    return {name: body.get(name) or "" for name in ("name", "slug", "hero_image")} | parts


def sent_of(values: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """What differs from a category as it was, as it is sent; all that is set of a new one."""
    known = values_of(before)
    changed = {name: value for name, value in values.items() if value != known.get(name)}
    seo = {name: changed.pop(name) for name in (SEO_TITLE, SEO_TEXT) if name in changed}
    body: dict[str, Any] = {name: value or None for name, value in changed.items()}
    if seo:
        body["seo_settings"] = seo_settings(before.get("seo_settings"), seo)
    return body


def slug_owner(categories: Sequence[Mapping[str, Any]], own: int) -> Callable[[str], str]:
    """Tells which other category has a slug."""
    names = {
        str(each.get("slug")): str(each.get("name")) for each in categories if each["id"] != own
    }
    return lambda slug: names.get(slug, "")
