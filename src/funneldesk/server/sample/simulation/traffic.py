"""What a brand's traffic is like: read from its ``traffic.json`` and ``split_tests.json``."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from funneldesk.server.sample.simulation.chance import Choice


@dataclass(frozen=True, slots=True)
class Source:
    """Where visitors come from. ``will`` is how much readier they are to buy than others."""

    name: str
    weight: float
    entry: Choice[str]
    will: float
    referrer: str
    utm: Mapping[str, str | Sequence[str]]
    affiliates: Choice[tuple[str, str]] | None
    weekday: int | None

    def weight_on(self, weekday: int) -> float:
        """Its part of a day's visitors: a weekly letter is read on the day that it comes."""
        if self.weekday is None:
            return self.weight
        return self.weight * (4.0 if weekday == self.weekday else 0.5)


@dataclass(frozen=True, slots=True)
class Screen:
    """A device and what is on it."""

    device: str
    os: str
    browser: str
    resolutions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Split:
    """A split test on a page: how visitors are served, and what each variant does to them.

    ``shares`` is set for a test that shall show no difference whatever the day.
    """

    page: str
    name: str
    served: Choice[str]
    will: Mapping[str, float]
    shares: Mapping[str, float] | None = None


@dataclass(frozen=True, slots=True)
class Traffic:
    """Everything that a visit is drawn from."""

    sources: tuple[Source, ...]
    screens: Choice[Screen]
    bot_share: float
    weekdays: tuple[float, ...]
    growth: float
    paths: Mapping[str, Mapping[str, float]]
    seconds: Mapping[str, int]
    videos: frozenset[str]
    buys_at_checkout: float
    leads_at: Mapping[str, str]
    merchants: Choice[int]
    checkout_page: str
    upsell_page: str
    thanks_page: str
    offers: Mapping[str, Choice[str]]
    extras: Mapping[str, tuple[tuple[str, float], ...]]
    tests: Mapping[str, tuple[Split, ...]]


def read_traffic(
    content: Mapping[str, Any], browsers: Mapping[str, Any], tests: Sequence[Mapping[str, Any]]
) -> Traffic:
    """The traffic of a brand from its files. Raises KeyError for what is not there."""
    return Traffic(
        tuple(_source(each) for each in content["sources"]),
        _screens(content["devices"], browsers),
        content["bot_share"],
        tuple(content["weekdays"]),
        content["growth"],
        content["paths"],
        content["seconds"],
        frozenset(content["video"]),
        content["buys_at_checkout"],
        content["leads_at"],
        Choice([(int(number), weight) for number, weight in content["merchants"]]),
        content["checkout_page"],
        content["upsell_page"],
        content["thanks_page"],
        {page: Choice([(c, w) for c, w in codes]) for page, codes in content["offers"].items()},
        {
            kind: tuple((code, share) for code, share in content[f"{kind}s"])
            for kind in ("bump", "upsell", "downsell")
        },
        _tests(tests),
    )


def _source(content: Mapping[str, Any]) -> Source:
    affiliates = [
        ((number, name), weight) for number, name, weight in content.get("affiliates", ())
    ]
    return Source(
        content["name"],
        content["weight"],
        Choice(list(content["entry"].items())),
        content["will"],
        content["referrer"],
        content["utm"],
        Choice(affiliates) if affiliates else None,
        content.get("weekday"),
    )


def _screens(devices: Mapping[str, float], browsers: Mapping[str, Any]) -> Choice[Screen]:
    weighted = []
    for device, share in devices.items():
        whole = sum(each["weight"] for each in browsers[device])
        for each in browsers[device]:
            screen = Screen(device, each["os"], each["browser"], tuple(each["screens"]))
            weighted.append((screen, share * each["weight"] / whole))
    return Choice(weighted)


def _tests(content: Sequence[Mapping[str, Any]]) -> dict[str, tuple[Split, ...]]:
    found: dict[str, list[Split]] = {}
    for each in content:
        if each["served"]:
            served = Choice(list(each["served"].items()))
            found.setdefault(each["page"], []).append(
                Split(
                    each["page"],
                    each["test"],
                    served,
                    each["will"],
                    each["served"] if each.get("even") else None,
                )
            )
    return {page: tuple(tests) for page, tests in found.items()}
