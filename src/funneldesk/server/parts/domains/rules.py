"""What the bodies of domain calls may hold, and what owners of domains are told."""

from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from funneldesk.server.parts.domains.names import clean_domain, clean_label, is_under
from funneldesk.server.parts.domains.states import State, Status
from funneldesk.server.web.errors import invalid
from funneldesk.server.web.fields import LARGEST_ID, Input, OptionalSwitch, Words

CNAME_LABEL = "pages"
TRACKING_LABEL = "track"
RESERVED = frozenset({CNAME_LABEL, TRACKING_LABEL, "www", "api", "cdn", "app", "mail"})
TTL_SECONDS = 300

_SWITCH = {0: False, 1: True, "0": False, "1": True, "false": False, "true": True}


def _name(text: str) -> str:
    if not text.strip():
        raise ValueError("The domain field is required.")
    return text


def _whole_switch(value: Any) -> Any:
    return _SWITCH.get(value, value) if isinstance(value, str | int) else value


def _no_switch(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("This field must be an integer.")
    return value


Name = Annotated[Words, AfterValidator(_name)]
Switch = Annotated[bool, Field(strict=True), BeforeValidator(_whole_switch)]
Id = Annotated[int, BeforeValidator(_no_switch), Field(ge=1, le=LARGEST_ID)]


class DomainCreate(Input):
    """``dedicated_domain``: a true custom domain that needs DNS, or a platform subdomain."""

    domain: Name
    dedicated_domain: Switch


class DomainUpdate(Input):
    """The body is not shown; these two are taken as a create takes them, and nothing else."""

    domain: Name = ""
    dedicated_domain: OptionalSwitch = None


class TrackingCreate(Input):
    """The body of ``POST …/tracking-domains``."""

    domain: Name


class MoveInput(Input):
    """Where to move to."""

    target_domain_id: Id


def wanted_name(text: str, platform_domain: str, *, dedicated: bool) -> str:
    """The name that a domain gets: a label alone stands under the platform's own name.

    Raises Refused (422).
    """
    try:
        if dedicated:
            return _own_name(text, platform_domain)
        return f"{_label(text, platform_domain)}.{platform_domain}"
    except ValueError as error:
        raise invalid({"domain": str(error)}) from error


def validation_message(name: str, target: str, found: str | None) -> str:
    """Why a domain is not validated."""
    if found is None:
        return f"No CNAME record was found for {name}. It has to point to {target}."
    return f"The CNAME record of {name} points to {found}. It has to point to {target}."


def ssl_answer(before: State, after: State) -> dict[str, Any]:
    """``{success, message}`` for a request of a certificate."""
    if after.status is Status.SSL_PENDING:
        word = "requested" if before.status is Status.VALIDATED else "already on its way"
        return {"success": True, "message": f"The certificate is {word}."}
    if after.status is Status.ACTIVE:
        return {"success": True, "message": "The domain has a certificate."}
    return {"success": False, "message": "The domain has to be validated first."}


def _own_name(text: str, platform_domain: str) -> str:
    name = clean_domain(text)
    if is_under(name, platform_domain):
        raise ValueError("This name is the platform's own: set dedicated_domain to false for it.")
    return name


def _label(text: str, platform_domain: str) -> str:
    label = clean_label(text.strip().lower().removesuffix(f".{platform_domain}"))
    if label in RESERVED:
        raise ValueError("This subdomain is kept for the platform itself.")
    return label
