"""The people of the sample: names as they are in their countries, and addresses that nobody has."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from funneldesk.server.sample.simulation.chance import Choice

_OTHER = re.compile("[^a-z0-9]+")
_LETTERS = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae", "’": "", "ł": "l"})


@dataclass(frozen=True, slots=True)
class City:
    """A city, with how its postcodes begin."""

    name: str
    region: str
    postcode: str
    lat: float
    lon: float


@dataclass(frozen=True, slots=True)
class Country:
    """Where somebody lives."""

    code: str
    language: str
    phone: str
    hours_ahead: int
    first: tuple[str, ...]
    last: tuple[str, ...]
    cities: tuple[City, ...]
    streets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who gave an address."""

    first: str
    last: str
    email: str
    phone: str | None
    gender: str | None
    street: str
    city: str
    region: str
    postcode: str
    country: Country

    @property
    def name(self) -> str:
        """First and last name."""
        return f"{self.first} {self.last}".strip()


class People:
    """Makes people, no two with the same address."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self.countries = Choice([(_country(each), each["weight"]) for each in content["countries"]])
        self._mail: tuple[str, ...] = tuple(content["mail"])
        self._taken: dict[str, int] = {}

    def person(
        self, random: Random, country: Country | None = None, city: int | None = None
    ) -> Person:
        """Somebody new, from a country and one of its cities where these are known."""
        country = country or self.countries.draw(random)
        first, last = random.choice(country.first), random.choice(country.last)
        place = country.cities[random.randrange(len(country.cities)) if city is None else city]
        return Person(
            first,
            last,
            self._email(random, first, last),
            _phone(random, country) if random.random() < 0.7 else None,
            _gender(random, first),
            f"{random.choice(country.streets)} {random.randrange(1, 240)}",
            place.name,
            place.region,
            _filled(random, place.postcode, 5),
            country,
        )

    def _email(self, random: Random, first: str, last: str) -> str:
        stem = ".".join(filter(None, (_plain(first), _plain(last)))) or "reader"
        if random.random() < 0.04:
            stem += "+coffee"
        host = random.choice(self._mail)
        number = self._taken.get(f"{stem}@{host}", 0) + 1
        self._taken[f"{stem}@{host}"] = number
        ending = "" if number == 1 else str(number)
        return f"{stem}{ending}@{host}"


def _country(content: Mapping[str, Any]) -> Country:
    return Country(
        content["code"],
        content["language"],
        content["phone"],
        content["timezone_hours"],
        tuple(content["first"]),
        tuple(content["last"]),
        tuple(City(*each) for each in content["cities"]),
        tuple(content["streets"]),
    )


def _plain(name: str) -> str:
    folded = unicodedata.normalize("NFKD", name.lower().translate(_LETTERS))
    return _OTHER.sub("-", folded.encode("ascii", "ignore").decode()).strip("-")


def _phone(random: Random, country: Country) -> str:
    return f"{country.phone}{random.randrange(10**7, 10**8)}"


def _gender(random: Random, first: str) -> str | None:
    if random.random() < 0.55:
        return None
    return "female" if first[-1] in "aeèé" else "male"


def _filled(random: Random, start: str, length: int) -> str:
    missing = length - len(start.replace("-", ""))
    return start + "".join(str(random.randrange(10)) for _ in range(max(0, missing)))
