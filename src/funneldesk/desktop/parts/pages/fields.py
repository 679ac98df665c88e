"""The fields of a page, each declared once (document: Page)."""

import re
from typing import Any
from urllib.parse import urlsplit

from funneldesk.contract.pages import TEMPLATE_TYPES
from funneldesk.desktop.kit.forms.field_spec import Values
from funneldesk.desktop.parts.pages.list.rows import STATUS_WORDS
from funneldesk.desktop.parts.pages.list.starters import TYPE_WORDS
from funneldesk.desktop.records.detail.search_preview import DESCRIPTION_LENGTH, TITLE_LENGTH
from funneldesk.desktop.records.fields import FieldGroup, RecordField, RecordFields

_SLUG = re.compile(r"[A-Za-z0-9][A-Za-z0-9._~-]*", re.ASCII)


def _title(value: Any, values: Values) -> str | None:
    return None if str(value).strip() else "A page needs a title: without one it cannot be saved."


def _slug(value: Any, values: Values) -> str | None:
    if not value or _SLUG.fullmatch(value):
        return None
    return "Use letters, digits, dots and dashes, beginning with a letter or digit."


def _password(value: Any, values: Values) -> str | None:
    if value or not values["requires_password"]:
        return None
    return "Nobody could get in: set a password, or stop asking for one."


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
    return "Write the whole address, beginning with https:// and without spaces."


def _number(value: Any, values: Values) -> str | None:
    return None if value is None or value > 0 else "Numbers of the server begin at 1."


PAGE = FieldGroup("Page", "What it is called, and where visitors find it.")
SEARCH = FieldGroup("Search and sharing", "How the page looks before anyone opens it.")
ACCESS = FieldGroup("Access", "Who may see it, and who is sent elsewhere.")
SELLING = FieldGroup("Selling", "Its place in the order.")
TRACKING = FieldGroup(
    "Tracking",
    "Numbers of the services that count visits, and the scripts that come along.",
    folded=True,
)
PLACE = FieldGroup(
    "Where it belongs",
    "Its domain, funnel and folder, by their numbers on the server.",
    folded=True,
)
BULK_GROUPS = ("Where they belong", "Access", "Tracking", "On the page")
"""Not to be set on many pages: what has to be each page's own (title, slug, sources, password), and
the template type, which an update does not take (quirk 24)."""

FIELDS = RecordFields(
    RecordField(
        "title", "Title", placeholder="Summer advertorial", check=_title, group=PAGE, read_as="name"
    ),
    RecordField("slug", "Slug", "code", placeholder="summer-advertorial", check=_slug, group=PAGE),
    RecordField(
        "status", "Status", "choice", choices=tuple(STATUS_WORDS.items()), restorable=False
    ),
    RecordField(
        "type",
        "Template type",
        "choice",
        choices=tuple((name, TYPE_WORDS[name]) for name in TEMPLATE_TYPES),
        group=PAGE,
        create_only=True,
        restorable=False,
    ),
    RecordField(
        "is_index",
        "Show it at the bare address too",
        "bool",
        hint="Visitors who leave out the slug see this page.",
        group=PAGE,
    ),
    RecordField("html", "HTML", "code", tab="HTML", language="html"),
    RecordField("css", "CSS", "code", tab="CSS", language="css"),
    RecordField("custom_javascript", "JavaScript", "code", tab="JavaScript", language="html"),
    RecordField("custom_header_code", "Header code", "code", tab="Header", language="html"),
    RecordField(
        "seo_title",
        "Title in search results",
        hint="Left empty, the page's title is used.",
        max_length=TITLE_LENGTH,
        counter=True,
        group=SEARCH,
    ),
    RecordField(
        "seo_description",
        "Description in search results",
        "long",
        hint="One or two sentences that make someone click.",
        max_length=DESCRIPTION_LENGTH,
        counter=True,
        group=SEARCH,
    ),
    RecordField(
        "prevent_indexing",
        "Hide it from search engines",
        "bool",
        hint="Who has the address can still open it.",
        group=SEARCH,
        bulk="Access",
    ),
    RecordField(
        "seo_blur_title",
        "Title while the tab is in the background",
        placeholder="Still there? Your bundle is waiting",
        hint="Left empty, the tab keeps its title.",
        group=SEARCH,
        bulk="On the page",
    ),
    RecordField(
        "requires_login", "Only for signed-in members", "bool", group=ACCESS, bulk="Access"
    ),
    RecordField("requires_password", "Ask for a password", "bool", group=ACCESS),
    RecordField(
        "password",
        "Password for visitors",
        "password",
        visible_when=lambda values: bool(values["requires_password"]),
        check=_password,
        group=ACCESS,
    ),
    RecordField(
        "funnel_visible_only",
        "Only from inside its funnel",
        "bool",
        hint="Opened directly, it counts as not found.",
        group=ACCESS,
        bulk="Access",
    ),
    RecordField(
        "disable_right_click",
        "Switch off the right mouse button",
        "bool",
        hint="It hinders copying a little and annoys some visitors.",
        group=ACCESS,
        bulk="On the page",
    ),
    RecordField(
        "redirect_url",
        "Send visitors on to",
        "url",
        placeholder="https://…",
        hint="While an address stands here, nobody sees the page itself.",
        check=_redirect,
        group=ACCESS,
        bulk="Access",
    ),
    RecordField(
        "is_upsell_page",
        "This is an upsell page",
        "bool",
        hint="It offers something more to someone who has just ordered.",
        group=SELLING,
        bulk="On the page",
    ),
    RecordField(
        "ga_measurement_id",
        "Analytics measurement ID",
        "code",
        placeholder="G-XXXXXXXXXX",
        group=TRACKING,
        bulk="Tracking",
    ),
    RecordField(
        "meta_pixel_id",
        "Ad pixel ID",
        "code",
        placeholder="123456789012345",
        group=TRACKING,
        bulk="Tracking",
    ),
    RecordField(
        "show_affiliate_pixels",
        "Show the pixels of affiliates",
        "bool",
        group=TRACKING,
        bulk="Tracking",
    ),
    RecordField(
        "disable_default_scripts",
        "Leave out the server's own scripts",
        "bool",
        hint="What they count is then not counted on this page.",
        group=TRACKING,
        bulk="Tracking",
    ),
    RecordField(
        "domain_id",
        "Domain number",
        "integer",
        check=_number,
        group=PLACE,
        called="Domain",
        bulk="Where they belong",
    ),
    RecordField(
        "funnel_id",
        "Funnel number",
        "integer",
        check=_number,
        group=PLACE,
        called="Funnel",
        bulk="Where they belong",
    ),
    RecordField(
        "folder_id",
        "Folder number",
        "integer",
        check=_number,
        group=PLACE,
        called="Folder",
        bulk="Where they belong",
    ),
    RecordField("template_id", "Template", "code", group=PLACE, bulk="Where they belong"),
)
"""Named as they are written: ``title``, although it is read as ``name`` (quirk 22)."""
