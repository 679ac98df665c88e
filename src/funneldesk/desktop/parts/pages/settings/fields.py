"""The fields of a page beside its sources, as the settings form shows them (document: Page)."""

import re
from typing import Any
from urllib.parse import urlsplit

from funneldesk.contract.pages import TEMPLATE_TYPES
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec, Values
from funneldesk.desktop.parts.pages.list.starters import TYPE_WORDS

SEO_TITLE_LENGTH = 60
SEO_DESCRIPTION_LENGTH = 155
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


PAGE = GroupSpec(
    "Page",
    "What it is called, and where visitors find it.",
    (
        FieldSpec("title", "Title", placeholder="Summer advertorial", check=_title),
        FieldSpec("slug", "Slug", "code", placeholder="summer-advertorial", check=_slug),
        FieldSpec(
            "type",
            "Template type",
            "choice",
            choices=tuple((name, TYPE_WORDS[name]) for name in TEMPLATE_TYPES),
        ),
        FieldSpec(
            "is_index",
            "Show it at the bare address too",
            "bool",
            hint="Visitors who leave out the slug see this page.",
        ),
    ),
)

SEARCH = GroupSpec(
    "Search and sharing",
    "How the page looks before anyone opens it.",
    (
        FieldSpec(
            "seo_title",
            "Title in search results",
            hint="Left empty, the page's title is used.",
            max_length=SEO_TITLE_LENGTH,
            counter=True,
        ),
        FieldSpec(
            "seo_description",
            "Description in search results",
            "long",
            hint="One or two sentences that make someone click.",
            max_length=SEO_DESCRIPTION_LENGTH,
            counter=True,
        ),
        FieldSpec(
            "prevent_indexing",
            "Hide it from search engines",
            "bool",
            hint="Who has the address can still open it.",
        ),
        FieldSpec(
            "seo_blur_title",
            "Title while the tab is in the background",
            placeholder="Still there? Your bundle is waiting",
            hint="Left empty, the tab keeps its title.",
        ),
    ),
)

ACCESS = GroupSpec(
    "Access",
    "Who may see it, and who is sent elsewhere.",
    (
        FieldSpec("requires_login", "Only for signed-in members", "bool"),
        FieldSpec("requires_password", "Ask for a password", "bool"),
        FieldSpec(
            "password",
            "Password for visitors",
            "password",
            visible_when=lambda values: bool(values["requires_password"]),
            check=_password,
        ),
        FieldSpec(
            "funnel_visible_only",
            "Only from inside its funnel",
            "bool",
            hint="Opened directly, it counts as not found.",
        ),
        FieldSpec(
            "disable_right_click",
            "Switch off the right mouse button",
            "bool",
            hint="It hinders copying a little and annoys some visitors.",
        ),
        FieldSpec(
            "redirect_url",
            "Send visitors on to",
            "url",
            placeholder="https://…",
            hint="While an address stands here, nobody sees the page itself.",
            check=_redirect,
        ),
    ),
)

SELLING = GroupSpec(
    "Selling",
    "Its place in the order.",
    (
        FieldSpec(
            "is_upsell_page",
            "This is an upsell page",
            "bool",
            hint="It offers something more to someone who has just ordered.",
        ),
    ),
)

TRACKING = GroupSpec(
    "Tracking",
    "Numbers of the services that count visits, and the scripts that come along.",
    (
        FieldSpec(
            "ga_measurement_id", "Analytics measurement ID", "code", placeholder="G-XXXXXXXXXX"
        ),
        FieldSpec("meta_pixel_id", "Ad pixel ID", "code", placeholder="123456789012345"),
        FieldSpec("show_affiliate_pixels", "Show the pixels of affiliates", "bool"),
        FieldSpec(
            "disable_default_scripts",
            "Leave out the server's own scripts",
            "bool",
            hint="What they count is then not counted on this page.",
        ),
    ),
    folded=True,
)

PLACE = GroupSpec(
    "Where it belongs",
    "Its domain, funnel and folder, by their numbers on the server.",
    (
        FieldSpec("domain_id", "Domain number", "integer", check=_number),
        FieldSpec("funnel_id", "Funnel number", "integer", check=_number),
        FieldSpec("folder_id", "Folder number", "integer", check=_number),
        FieldSpec("template_id", "Template", "code"),
    ),
    folded=True,
)

GROUPS: tuple[GroupSpec, ...] = (PAGE, SEARCH, ACCESS, SELLING, TRACKING, PLACE)
