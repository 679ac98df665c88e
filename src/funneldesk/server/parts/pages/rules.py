"""What a page's fields may be (document: Page; quirks 22 to 26)."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from funneldesk.contract.custom_javascript import forbidden_code
from funneldesk.server.parts.pages.slugs import checked_slug
from funneldesk.server.web.fields import (
    CLEARABLE,
    Input,
    OptionalId,
    OptionalSwitch,
    OptionalText,
    OptionalWords,
    Text,
    Title,
    Words,
)
from funneldesk.server.web.values import web_address

_LONGEST_ADDRESS = 2048


def _scripts_only(code: str) -> str:
    found = forbidden_code(code)
    if found is not None:
        line = code.count("\n", 0, found.offset) + 1
        raise ValueError(f"Line {line}: {found.message}")
    return code


class PageInput(Input):
    """The fields that create and update both take; None means cleared."""

    title: Title
    slug: Annotated[Annotated[Words, AfterValidator(checked_slug)] | None, CLEARABLE] = None
    status: Annotated[Literal["published", "draft", "offline", "imported"] | None, CLEARABLE] = None
    page_type: Annotated[Literal["editor"] | None, CLEARABLE] = None
    template_id: OptionalWords = None
    html: OptionalText = None
    css: OptionalText = None
    domain_id: OptionalId = None
    funnel_id: OptionalId = None
    folder_id: OptionalId = None
    is_index: OptionalSwitch = None
    seo_title: OptionalWords = None
    seo_blur_title: OptionalWords = None
    seo_description: OptionalText = None
    requires_login: OptionalSwitch = None
    requires_password: OptionalSwitch = None
    password: OptionalWords = None
    redirect_url: Annotated[
        Annotated[Text, Field(max_length=_LONGEST_ADDRESS), AfterValidator(web_address)] | None,
        CLEARABLE,
    ] = None
    ga_measurement_id: OptionalWords = None
    meta_pixel_id: OptionalWords = None
    custom_javascript: Annotated[
        Annotated[Text, AfterValidator(_scripts_only)] | None, CLEARABLE
    ] = None
    is_upsell_page: OptionalSwitch = None
    show_affiliate_pixels: OptionalSwitch = None
    disable_default_scripts: OptionalSwitch = None


class PageCreate(PageInput):
    """The body of a create call. The update-only fields are not known here (quirk 24)."""

    type: Annotated[
        Literal["nutra-prelander", "nutra-advertorial", "leadgen", "webinar-registration"] | None,
        CLEARABLE,
    ] = None


class PageUpdate(PageInput):
    """The body of an update call: what is not sent stays as it is."""

    disable_right_click: OptionalSwitch = None
    prevent_indexing: OptionalSwitch = None
    funnel_visible_only: OptionalSwitch = None
    custom_header_code: OptionalText = None
