"""The duty that puts days into columns."""

from funneldesk.server.parts.analytics import fact_days
from funneldesk.server.platform import Platform


def pack_what_is_over(platform: Platform) -> None:
    """Put days that are over, or that late events came to, into columns: a duty."""
    if days := fact_days.over(platform.database):
        # numpy comes with it: a platform with few visitors does without.
        from funneldesk.server.parts.analytics.packing import pack

        for brand_id, day in days:
            pack(platform.database, brand_id, day)
