"""Rules of funnels: a sound one has no findings, and each fault is found at its page alone."""

from dataclasses import replace
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.assets.references.page_links import Surroundings
from funneldesk.desktop.parts.funnels.lint.looking import led_to, look_at
from funneldesk.desktop.parts.funnels.lint.rules import (
    TRACKING,
    CheckedStep,
    Finding,
    Sold,
    findings,
)
from funneldesk.desktop.parts.funnels.map.steps import DOWNSELL, MAIN, UPSELL, Step

GOODS = {"BOX": Sold("7", "July box", Decimal(38)), "7": Sold("7", "July box", Decimal(38))}
IDS = dict.fromkeys(TRACKING, "G-1")


def sound(roles: list[str]) -> list[CheckedStep]:
    """A funnel without faults: each step leads on to the next, the last one thanks."""
    last = len(roles)
    made = []
    for at, role in enumerate([*roles, MAIN]):
        kind, slug = ("thankyou" if at == last else "landing"), f"s{at}"
        step = Step(str(at), f"Step {at}", kind, slug, "published", role)
        leads = frozenset({f"s{at + 1}"} if at < last else set())
        made.append(
            CheckedStep(
                step, leads, (), ("BOX",), False, IDS, 10.0, (("3", "Headline"),) if at == 0 else ()
            )
        )
    return made


roles = st.lists(st.sampled_from([MAIN, UPSELL, DOWNSELL]), min_size=2, max_size=12)
active = st.booleans()


def found(steps: list[CheckedStep], *, is_active: bool = True) -> list[Finding]:
    return findings(steps, GOODS, is_active=is_active)


@given(roles, active)
def test_a_sound_funnel_has_no_findings(given_roles: list[str], is_active: bool) -> None:
    assert found(sound(given_roles), is_active=is_active) == []


FAULTS = {
    "not-live": lambda c: replace(c, step=replace(c.step, status="offline")),
    "no-way-on": lambda c: replace(c, leads_to=frozenset({"elsewhere"})),
    "link-gone": lambda c: replace(c, gone=("old",)),
    "password": lambda c: replace(c, asks_password=True),
    "product-gone": lambda c: replace(c, sold=("BOX", "GONE")),
    "tracking": lambda c: replace(c, tracking={**IDS, "meta_pixel_id": "2"}),
    "no-traffic": lambda c: replace(c, visitors=0.0, tests=(("3", "Headline"),)),
}


@given(roles, st.sampled_from(sorted(FAULTS)), st.data())
def test_a_fault_is_found_at_its_page_alone(
    given_roles: list[str], kind: str, data: st.DataObject
) -> None:
    steps = sound(given_roles)
    # A password at the entrance is no fault; from the last step nothing has to lead on.
    place = data.draw(st.integers(1, len(steps) - 2))
    steps[place] = FAULTS[kind](steps[place])
    (finding,) = found(steps)
    assert (finding.kind, finding.page) == (kind, str(place))
    part = {"no-traffic": "split_tests"}.get(kind, "pages")
    assert finding.place[0] == part
    assert f"Step {place}" in finding.message


@given(roles)
def test_faults_of_the_whole(given_roles: list[str]) -> None:
    steps = sound(given_roles)
    last = steps[-1]
    steps[-1] = replace(last, step=replace(last.step, kind="landing"))
    assert [each.kind for each in found(steps)] == ["no-thanks"]
    free = {**GOODS, "BOX": replace(GOODS["BOX"], price=None)}
    kinds = {each.kind for each in findings(sound(given_roles), free, is_active=True)}
    assert kinds == {"no-price"}
    gift = {**GOODS, "BOX": replace(GOODS["BOX"], price=Decimal(0), role="bonus")}
    assert findings(sound(given_roles), gift, is_active=True) == []
    assert [each.kind for each in findings([], GOODS, is_active=True)] == ["empty"]


@given(roles, st.data())
def test_what_is_not_known_is_no_fault(given_roles: list[str], data: st.DataObject) -> None:
    steps = sound(given_roles)
    place = data.draw(st.integers(0, len(steps) - 1))
    steps[place] = CheckedStep(replace(steps[place].step, status=""))
    assert findings(steps, None, is_active=True) == []


@given(roles, st.sampled_from(sorted(FAULTS)), st.sampled_from(sorted(FAULTS)))
def test_graver_ones_come_first(given_roles: list[str], one: str, other: str) -> None:
    steps = sound([*given_roles, MAIN])
    steps[1], steps[2] = FAULTS[one](steps[1]), FAULTS[other](steps[2])
    rank = {"error": 0, "warning": 1, "info": 2}
    ranks = [rank[each.severity] for each in found(steps)]
    assert ranks == sorted(ranks)


def test_what_a_page_leads_to_and_sells_is_read_out_of_its_source() -> None:
    look = look_at(
        '<a href="/p/5/checkout?x=1">On</a><form action="thanks"></form>'
        '<a href="https://elsewhere.example/checkout">Away</a><a href="gone">Old</a>'
        '<button data-add-to-cart="BOX">Buy</button><input type=hidden name=product value="MUG">'
        '<input name=email value="A"><i data-product-code="{{code}}"></i><!-- data-product="NO" -->'
    )
    assert look.sold == ("BOX", "MUG")
    around = Surroundings("5", None, {"checkout": "published", "thanks": "draft"})
    slugs, gone = led_to(look, "offer", around)
    assert slugs == {"checkout", "thanks", "gone", "offer"}
    assert gone == ("gone", "offer")
    assert look_at("<component code=x></component>").has_parts
