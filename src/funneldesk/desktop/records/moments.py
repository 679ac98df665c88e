"""Times of records, as the server writes them."""

from datetime import UTC, datetime


def moment(value: object) -> datetime | None:
    """A time from the wire; what is not a time counts as unknown. Without a zone it is UTC."""
    if isinstance(value, datetime):
        found = value
    else:
        try:
            found = datetime.fromisoformat(str(value))
        except ValueError:
            return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
