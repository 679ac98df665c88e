"""The fields of a page, each declared once (document: Page)."""

import re
from typing import Any
from urllib.parse import urlsplit

from funneldesk.contract.pages import TEMPLATE_TYPES
from funneldesk.desktop.kit.forms.field_spec import Values
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.list.rows import STATUS_WORDS
from funneldesk.desktop.parts.pages.list.starters import TYPE_WORDS
from funneldesk.desktop.records.detail.search_preview import DESCRIPTION_LENGTH, TITLE_LENGTH
from funneldesk.desktop.records.fields import FieldGroup, RecordField, RecordFields

_SLUG = re.compile(r"[A-Za-z0-9][A-Za-z0-9._~-]*", re.ASCII)


def _title(value: Any, values: Values) -> str | None:
    return (
        None if str(value).strip() else _("A page needs a title: without one it cannot be saved.")
    )


def _slug(value: Any, values: Values) -> str | None:
    if not value or _SLUG.fullmatch(value):
        return None
    return _("Use letters, digits, dots and dashes, beginning with a letter or digit.")


def _password(value: Any, values: Values) -> str | None:
    if value or not values["requires_password"]:
        return None
    return _("Nobody could get in: set a password, or stop asking for one.")


def _redirect(value: Any, values: Values) -> str | None:
    if not value:
        return None
    try:
        parts = urlsplit(value)
        whole = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        whole = False
    if whole and " " not in value:
        return None
    return _("Write the whole address, beginning with https:// and without spaces.")


def _number(value: Any, values: Values) -> str | None:
    return None if value is None or value > 0 else _("Numbers of the server begin at 1.")


PAGE = FieldGroup(_("Page"), _("What it is called, and where visitors find it."))
SEARCH = FieldGroup(_("Search and sharing"), _("How the page looks before anyone opens it."))
ACCESS = FieldGroup(_("Access"), _("Who may see it, and who is sent elsewhere."))
SELLING = FieldGroup(_("Selling"), _("Its place in the order."))
TRACKING = FieldGroup(
    _("Tracking"),
    _("Numbers of the services that count visits, and the scripts that come along."),
    folded=True,
)
PLACE = FieldGroup(
    _("Where it belongs"),
    _("Its domain, funnel and folder, by their numbers on the server."),
    folded=True,
)
BULK_GROUPS = (_("Where they belong"), _("Access"), _("Tracking"), _("On the page"))
"""Not to be set on many pages: what has to be each page's own (title, slug, sources, password), and
the template type, which an update does not take (quirk 24)."""

FIELDS = RecordFields(
    RecordField(
        "title",
        _("Title"),
        placeholder=_("Summer advertorial"),
        check=_title,
        group=PAGE,
        read_as="name",
    ),
    RecordField(
        "slug", _("Slug"), "code", placeholder="summer-advertorial", check=_slug, group=PAGE
    ),
    RecordField(
        "status", _("Status"), "choice", choices=tuple(STATUS_WORDS.items()), restorable=False
    ),
    RecordField(
        "type",
        _("Template type"),
        "choice",
        choices=tuple((name, TYPE_WORDS[name]) for name in TEMPLATE_TYPES),
        group=PAGE,
        create_only=True,
        restorable=False,
    ),
    RecordField(
        "is_index",
        _("Show it at the bare address too"),
        "bool",
        hint=_("Visitors who leave out the slug see this page."),
        group=PAGE,
    ),
    RecordField("html", "HTML", "code", tab="HTML", language="html"),
    RecordField("css", "CSS", "code", tab="CSS", language="css"),
    RecordField("custom_javascript", "JavaScript", "code", tab="JavaScript", language="html"),
    RecordField("custom_header_code", _("Header code"), "code", tab=_("Header"), language="html"),
    RecordField(
        "seo_title",
        _("Title in search results"),
        hint=_("Left empty, the page's title is used."),
        max_length=TITLE_LENGTH,
        counter=True,
        group=SEARCH,
    ),
    RecordField(
        "seo_description",
        _("Description in search results"),
        "long",
        hint=_("One or two sentences that make someone click."),
        max_length=DESCRIPTION_LENGTH,
        counter=True,
        group=SEARCH,
    ),
    RecordField(
        "prevent_indexing",
        _("Hide it from search engines"),
        "bool",
        hint=_("Who has the address can still open it."),
        group=SEARCH,
        bulk=_("Access"),
    ),
    RecordField(
        "seo_blur_title",
        _("Title while the tab is in the background"),
        placeholder=_("Still there? Your bundle is waiting"),
        hint=_("Left empty, the tab keeps its title."),
        group=SEARCH,
        bulk=_("On the page"),
    ),
    RecordField(
        "requires_login", _("Only for signed-in members"), "bool", group=ACCESS, bulk=_("Access")
    ),
    RecordField("requires_password", _("Ask for a password"), "bool", group=ACCESS),
    RecordField(
        "password",
        _("Password for visitors"),
        "password",
        visible_when=lambda values: bool(values["requires_password"]),
        check=_password,
        group=ACCESS,
    ),
    RecordField(
        "funnel_visible_only",
        _("Only from inside its funnel"),
        "bool",
        hint=_("Opened directly, it counts as not found."),
        group=ACCESS,
        bulk=_("Access"),
    ),
    RecordField(
        "disable_right_click",
        _("Switch off the right mouse button"),
        "bool",
        hint=_("It hinders copying a little and annoys some visitors."),
        group=ACCESS,
        bulk=_("On the page"),
    ),
    RecordField(
        "redirect_url",
        _("Send visitors on to"),
        "url",
        placeholder="https://…",
        hint=_("While an address stands here, nobody sees the page itself."),
        check=_redirect,
        group=ACCESS,
        bulk=_("Access"),
    ),
    RecordField(
        "is_upsell_page",
        _("This is an upsell page"),
        "bool",
        hint=_("It offers something more to someone who has just ordered."),
        group=SELLING,
        bulk=_("On the page"),
    ),
    RecordField(
        "ga_measurement_id",
        _("Analytics measurement ID"),
        "code",
        placeholder="G-XXXXXXXXXX",
        group=TRACKING,
        bulk=_("Tracking"),
    ),
    RecordField(
        "meta_pixel_id",
        _("Ad pixel ID"),
        "code",
        placeholder="123456789012345",
        group=TRACKING,
        bulk=_("Tracking"),
    ),
    RecordField(
        "show_affiliate_pixels",
        _("Show the pixels of affiliates"),
        "bool",
        group=TRACKING,
        bulk=_("Tracking"),
    ),
    RecordField(
        "disable_default_scripts",
        _("Leave out the server's own scripts"),
        "bool",
        hint=_("What they count is then not counted on this page."),
        group=TRACKING,
        bulk=_("Tracking"),
    ),
    RecordField(
        "domain_id",
        _("Domain number"),
        "integer",
        check=_number,
        group=PLACE,
        called=_("Domain"),
        bulk=_("Where they belong"),
    ),
    RecordField(
        "funnel_id",
        _("Funnel number"),
        "integer",
        check=_number,
        group=PLACE,
        called=_("Funnel"),
        bulk=_("Where they belong"),
    ),
    RecordField(
        "folder_id",
        _("Folder number"),
        "integer",
        check=_number,
        group=PLACE,
        called=_("Folder"),
        bulk=_("Where they belong"),
    ),
    RecordField("template_id", _("Template"), "code", group=PLACE, bulk=_("Where they belong")),
)
"""Named as they are written: ``title``, although it is read as ``name`` (quirk 22)."""
