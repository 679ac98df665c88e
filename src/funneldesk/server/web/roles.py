"""Who may do what: one table for all parts (document: Authentication 2 and 4; quirks 6 and 7)."""

from enum import IntEnum, StrEnum


class Need(IntEnum):
    """What a route asks of a role, from the least to the most."""

    READ = 1
    WRITE = 2
    ADMIN = 3


class Role(StrEnum):
    """A user's role in a brand."""

    OWNER = "owner"
    ADMIN = "admin"
    EDITOR = "editor"
    VIEWER = "viewer"


REACH: dict[Role, Need] = {
    Role.OWNER: Need.ADMIN,
    Role.ADMIN: Need.ADMIN,
    Role.EDITOR: Need.WRITE,
    Role.VIEWER: Need.READ,
}

MODULES = frozenset(
    {"collections", "quizzes", "automations", "customers", "tracking", "components", "pages"}
)
"""The parts whose endpoints ask for module access."""


def no_access(module: str) -> str:
    """What a key without the module is told."""
    return f"role lacks module access: {module}"


def refusal(role: Role, withheld: frozenset[str], part: str, need: Need) -> str | None:
    """Why this role may not do this in ``part``; None when it may."""
    if part in MODULES and part in withheld:
        return no_access(part)
    if need > REACH[role]:
        doing = "change this" if need is Need.WRITE else "do this; it takes an admin or the owner"
        return f"the role {role} may not {doing}"
    return None
