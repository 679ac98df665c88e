"""What a configuration offers for each reason: pure, for the matrix and for looking back."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.deeds.offers import in_words

ANY = ""
Offer = Mapping[str, Any]
Config = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Shown:
    """What somebody who gave a reason would be shown; nothing where ``offers`` is empty."""

    reason: str
    count: int
    offers: tuple[str, ...]


def offers_of(config: Config) -> list[Offer]:
    """The offers of a configuration, as far as they are any."""
    return [each for each in config.get("offers") or () if isinstance(each, Mapping)]


def reason_of(offer: Offer) -> str:
    """For which reason an offer is made; "" for any."""
    return str(offer.get("cancel_reason") or ANY).strip()


def reasons(config: Config) -> list[str]:
    """Every reason, those of the survey first, then those that only offers name, any last."""
    asked = [str(each).strip() for each in config.get("exit_survey_reasons") or ()]
    named = [*asked, *(reason_of(each) for each in offers_of(config))]
    return [*dict.fromkeys(filter(None, named)), ANY]


def cell(config: Config, reason: str, kind: str) -> list[Offer]:
    """The offers of a kind for a reason."""
    every = offers_of(config)
    return [o for o in every if reason_of(o) == reason and str(o.get("offer_type")) == kind]


def shown_for(config: Config, reason: str) -> list[Offer]:
    """What somebody with a reason is offered: what is meant for it, then what is for any."""
    if config.get("enabled") is False:
        return []
    every = offers_of(config)
    own = [each for each in every if reason and reason_of(each) == reason]
    return [*own, *(each for each in every if reason_of(each) == ANY)]


def words(offer: Offer) -> str:
    """An offer as customers read it, and what it means."""
    label = str(offer.get("offer_label") or "").strip()
    meaning = in_words(offer)
    return f"{label} ({meaning})" if label and label != meaning else meaning


def replay(config: Config, given: Iterable[str]) -> Sequence[Shown]:
    """What a configuration would have offered to those who gave these reasons, most first."""
    counts = Counter(reason.strip() for reason in given)
    return [
        Shown(reason, count, tuple(words(each) for each in shown_for(config, reason)))
        for reason, count in counts.most_common()
    ]


def told(shown: Shown) -> str:
    """One line of looking back."""
    reason = shown.reason or _("No reason given")
    offered = " · ".join(shown.offers) or _("Nothing would have been offered")
    return _("{reason} ({count}): {offered}").format(
        reason=reason, count=shown.count, offered=offered
    )
