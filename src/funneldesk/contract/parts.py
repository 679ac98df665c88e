"""The names of the parts: one name for each, the same on every floor of the program."""

PARTS: tuple[str, ...] = (
    "brands",
    "pages",
    "components",
    "files",
    "products",
    "funnels",
    "split_tests",
    "crm",
    "collections",
    "subscriptions",
    "analytics",
    "courses",
    "tracking",
    "quizzes",
    "automations",
    "domains",
    "tickets",
    "blogs",
    "conversions",
    "customers",
)

ACCESS_HEADER = "SVC-Access-Key"
"""The request header that carries the key (document: Authentication 1)."""
