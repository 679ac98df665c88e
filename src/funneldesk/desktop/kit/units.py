"""Counted things in words, with the plural that a language has for their number."""

from collections.abc import Callable

from funneldesk.desktop.local.texts import ngettext

FORMS: dict[str, Callable[[int], str]] = {
    "automation": lambda n: ngettext("{count:,} automation", "{count:,} automations", n),
    "blog": lambda n: ngettext("{count:,} blog", "{count:,} blogs", n),
    "brand": lambda n: ngettext("{count:,} brand", "{count:,} brands", n),
    "byte": lambda n: ngettext("{count:,} byte", "{count:,} bytes", n),
    "cell": lambda n: ngettext("{count:,} cell", "{count:,} cells", n),
    "change": lambda n: ngettext("{count:,} change", "{count:,} changes", n),
    "changed file": lambda n: ngettext("{count:,} changed file", "{count:,} changed files", n),
    "copied file": lambda n: ngettext("{count:,} copied file", "{count:,} copied files", n),
    "charge": lambda n: ngettext("{count:,} charge", "{count:,} charges", n),
    "click": lambda n: ngettext("{count:,} click", "{count:,} clicks", n),
    "component": lambda n: ngettext("{count:,} component", "{count:,} components", n),
    "course": lambda n: ngettext("{count:,} course", "{count:,} courses", n),
    "collection": lambda n: ngettext("{count:,} collection", "{count:,} collections", n),
    "customer": lambda n: ngettext("{count:,} customer", "{count:,} customers", n),
    "domain": lambda n: ngettext("{count:,} domain", "{count:,} domains", n),
    "entry": lambda n: ngettext("{count:,} entry", "{count:,} entries", n),
    "field": lambda n: ngettext("{count:,} field", "{count:,} fields", n),
    "file": lambda n: ngettext("{count:,} file", "{count:,} files", n),
    "folder": lambda n: ngettext("{count:,} folder", "{count:,} folders", n),
    "funnel": lambda n: ngettext("{count:,} funnel", "{count:,} funnels", n),
    "item": lambda n: ngettext("{count:,} item", "{count:,} items", n),
    "learner": lambda n: ngettext("{count:,} learner", "{count:,} learners", n),
    "lesson": lambda n: ngettext("{count:,} lesson", "{count:,} lessons", n),
    "module": lambda n: ngettext("{count:,} module", "{count:,} modules", n),
    "order": lambda n: ngettext("{count:,} order", "{count:,} orders", n),
    "page": lambda n: ngettext("{count:,} page", "{count:,} pages", n),
    "pipeline": lambda n: ngettext("{count:,} pipeline", "{count:,} pipelines", n),
    "product": lambda n: ngettext("{count:,} product", "{count:,} products", n),
    "node": lambda n: ngettext("{count:,} node", "{count:,} nodes", n),
    "path": lambda n: ngettext("{count:,} path", "{count:,} paths", n),
    "question": lambda n: ngettext("{count:,} question", "{count:,} questions", n),
    "quiz": lambda n: ngettext("{count:,} quiz", "{count:,} quizzes", n),
    "record": lambda n: ngettext("{count:,} record", "{count:,} records", n),
    "recording": lambda n: ngettext("{count:,} recording", "{count:,} recordings", n),
    "request": lambda n: ngettext("{count:,} request", "{count:,} requests", n),
    "reply": lambda n: ngettext("{count:,} reply", "{count:,} replies", n),
    "second": lambda n: ngettext("{count:,} second", "{count:,} seconds", n),
    "day": lambda n: ngettext("{count:,} day", "{count:,} days", n),
    "week": lambda n: ngettext("{count:,} week", "{count:,} weeks", n),
    "month": lambda n: ngettext("{count:,} month", "{count:,} months", n),
    "year": lambda n: ngettext("{count:,} year", "{count:,} years", n),
    "session": lambda n: ngettext("{count:,} session", "{count:,} sessions", n),
    "split test": lambda n: ngettext("{count:,} split test", "{count:,} split tests", n),
    "stage": lambda n: ngettext("{count:,} stage", "{count:,} stages", n),
    "subscription": lambda n: ngettext("{count:,} subscription", "{count:,} subscriptions", n),
    "test": lambda n: ngettext("{count:,} test", "{count:,} tests", n),
    "thing": lambda n: ngettext("{count:,} thing", "{count:,} things", n),
    "ticket": lambda n: ngettext("{count:,} ticket", "{count:,} tickets", n),
    "variant": lambda n: ngettext("{count:,} variant", "{count:,} variants", n),
    "visitor": lambda n: ngettext("{count:,} visitor", "{count:,} visitors", n),
    "row": lambda n: ngettext("{count:,} row", "{count:,} rows", n),
}
"""A section adds what it counts: gettext has to read the forms."""


def counted(count: int, unit: str) -> str:
    """ "1 file", "1,000 files"; a unit is named by its singular."""
    forms = FORMS.get(unit)
    if forms is None:
        return f"{count:,} {unit}{'' if count == 1 else 's'}"
    return forms(count).format(count=count)
