"""Rules that a funnel is held against; each finding names its page and its place. No Qt."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.funnels.map.steps import Step, next_of
from funneldesk.desktop.records.problems.rules.problem import Severity

THANKS = frozenset({"thankyou", "thank-you", "thank_you"})
STATUS_WORDS = {
    "draft": _("a draft"),
    "offline": _("offline"),
    "imported": _("imported and not published yet"),
}
TRACKING = {"ga_measurement_id": _("measurement id"), "meta_pixel_id": _("pixel id")}
REDIRECT, PASSWORD = "redirect_url", "requires_password"
FREE = ("bonus",)
RANK: Mapping[str, int] = {"error": 0, "warning": 1, "info": 2}


@dataclass(frozen=True, slots=True)
class Sold:
    """A product that pages can name by its code or number."""

    id: str
    title: str
    price: Decimal | None = None
    role: str = ""


@dataclass(frozen=True, slots=True)
class CheckedStep:
    """A step with what is looked at. ``leads_to``: slugs of the brand that its links, forms and
    redirect lead to, None where that cannot be known; ``visitors`` None likewise."""

    step: Step
    leads_to: frozenset[str] | None = None
    gone: tuple[str, ...] = ()
    sold: tuple[str, ...] = ()
    asks_password: bool = False
    tracking: Mapping[str, str] = field(default_factory=dict)
    visitors: float | None = None
    tests: tuple[tuple[str, str], ...] = ()
    """Running tests: number and name."""
    written: Mapping[str, str] = field(default_factory=dict)
    """Slugs that the source leads to, with the address as it stands there."""
    first_link: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """``page`` is the step's; ``place`` is the part and the record where it is mended, ``spot``
    the field of a page, and in its source a value that a tag has there."""

    kind: str
    severity: Severity
    message: str
    page: str = ""
    place: tuple[str, str] = ("", "")
    spot: tuple[str, str] = ("", "")


def findings(
    steps: Sequence[CheckedStep], products: Mapping[str, Sold] | None, *, is_active: bool
) -> list[Finding]:
    """Everything that is wrong, the gravest first, then in the order of the steps.

    ``products`` by code and by number; None where they are not known.
    """
    found: list[Finding] = []
    if not steps:
        found.append(Finding("empty", "info", _("No pages are in this funnel yet.")))
    for place, checked in enumerate(steps):
        found += _not_live(checked, is_active=is_active)
        found += _links(steps, place)
        found += _password(checked, place)
        found += _products(checked, products)
        found += _tests(checked)
    found += _thanks(steps)
    found += _tracking(steps)
    return sorted(found, key=lambda each: RANK[each.severity])


def _at(
    checked: CheckedStep,
    kind: str,
    severity: Severity,
    message: str,
    spot: tuple[str, str] = ("", ""),
) -> Finding:
    return Finding(kind, severity, message, checked.step.id, ("pages", checked.step.id), spot)


def _not_live(checked: CheckedStep, *, is_active: bool) -> Iterator[Finding]:
    status = checked.step.status
    if status and status != "published":
        said = _("“{page}” is {status}: visitors do not find it.").format(
            page=checked.step.name, status=STATUS_WORDS.get(status, status)
        )
        yield _at(checked, "not-live", "error" if is_active else "warning", said)


def _links(steps: Sequence[CheckedStep], place: int) -> Iterator[Finding]:
    checked, name = steps[place], steps[place].step.name
    for slug in checked.gone:
        said = _("“{page}” leads to “/{slug}”, and no page has that address.")
        spot = ("html", checked.written[slug]) if slug in checked.written else (REDIRECT, "")
        yield _at(checked, "link-gone", "error", said.format(page=name, slug=slug), spot)
    onto = next_of([each.step.role for each in steps], place)
    later = {each.step.slug for each in steps[place + 1 :]}
    if onto is None or checked.leads_to is None or later & checked.leads_to:
        return
    said = _("Nothing on “{page}” leads to the next step, “{next}”.")
    told = said.format(page=name, next=steps[onto].step.name)
    yield _at(checked, "no-way-on", "error", told, ("html", checked.first_link))


def _password(checked: CheckedStep, place: int) -> Iterator[Finding]:
    if place and checked.asks_password:
        said = _("“{page}” asks for a password in the middle of the funnel.")
        told = said.format(page=checked.step.name)
        yield _at(checked, "password", "warning", told, (PASSWORD, ""))


def _products(checked: CheckedStep, products: Mapping[str, Sold] | None) -> Iterator[Finding]:
    for code in dict.fromkeys(checked.sold) if products is not None else ():
        given = {"page": checked.step.name, "code": code}
        sold = (products or {}).get(code)
        if sold is None:
            said = _("“{page}” sells “{code}”, and there is no such product.").format(**given)
            yield _at(checked, "product-gone", "error", said, ("html", code))
        elif not sold.price and sold.role not in FREE:
            said = _("“{page}” sells “{code}”, which has no price.").format(**given)
            page = checked.step.id
            yield Finding("no-price", "warning", said, page, ("products", sold.id))


def _tests(checked: CheckedStep) -> Iterator[Finding]:
    if checked.visitors != 0:
        return
    for number, name in checked.tests:
        said = _("The test “{test}” runs on “{page}”, which nobody visited in these days.")
        told = said.format(test=name, page=checked.step.name)
        yield Finding("no-traffic", "warning", told, checked.step.id, ("split_tests", number))


def _thanks(steps: Sequence[CheckedStep]) -> Iterator[Finding]:
    if steps and not any(is_thanks(each.step) for each in steps):
        last = steps[-1].step.id
        said = _("No thank-you page is in this funnel.")
        yield Finding("no-thanks", "warning", said, last, ("pages", last))


def is_thanks(step: Step) -> bool:
    """Whether buyers are thanked there: by the kind of the page, or by its address."""
    return step.kind.casefold() in THANKS or step.slug.casefold().startswith("thank")


def _tracking(steps: Sequence[CheckedStep]) -> Iterator[Finding]:
    """Pages whose ids are others than most have; none beside some is another one too."""
    for name, called in TRACKING.items():
        known = [(each, each.tracking[name]) for each in steps if name in each.tracking]
        if not any(value for _checked, value in known):
            continue
        usual = Counter(value for _checked, value in known if value).most_common(1)[0][0]
        for checked, value in known:
            given = {"page": checked.step.name, "what": called, "id": value, "usual": usual}
            if not value:
                said = _("“{page}” has no {what}; other steps have {usual}.")
            elif value != usual:
                said = _("“{page}” has the {what} {id}; other steps have {usual}.")
            else:
                continue
            yield _at(checked, "tracking", "warning", said.format(**given), (name, ""))
