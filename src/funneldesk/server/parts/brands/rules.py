"""What a brand's settings may be."""

import re
from typing import Annotated

from pydantic import AfterValidator

from funneldesk.contract.zones import zone_names
from funneldesk.server.web.fields import Input, Title

_CURRENCY = re.compile("[A-Z]{3}", re.ASCII)


def _zone(name: str) -> str:
    if name not in zone_names():
        raise ValueError("The timezone must be an IANA zone name, for example Europe/Lisbon.")
    return name


def _currency(code: str) -> str:
    if not _CURRENCY.fullmatch(code):
        raise ValueError("The currency must be a code of three capital letters, for example EUR.")
    return code


class BrandInput(Input):
    """The body of a brand's update: what is not sent stays as it is."""

    name: Title = ""
    timezone: Annotated[str, AfterValidator(_zone)] = ""
    currency: Annotated[str, AfterValidator(_currency)] = ""
