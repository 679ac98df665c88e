"""Every kind of record has its nouns in the catalogue."""

import pytest

from funneldesk.desktop.kit import units
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.parts.brands.brand import BRAND
from funneldesk.desktop.parts.customers.customers import CUSTOMERS
from funneldesk.desktop.parts.pages.kind import PAGES
from funneldesk.desktop.records import nouns
from funneldesk.desktop.records.nouns import noun


@pytest.mark.parametrize(
    "key", [BRAND.unit, BRAND.units, CUSTOMERS.unit, CUSTOMERS.units, PAGES.unit, PAGES.units]
)
def test_a_noun_of_a_declaration_is_asked_of_the_catalogue(key: str) -> None:
    assert key in nouns._NOUNS
    assert noun(key) == key


@pytest.mark.parametrize("unit", [BRAND.unit, CUSTOMERS.unit, PAGES.unit, "change", "request"])
def test_a_unit_of_a_declaration_has_its_plural_in_the_catalogue(unit: str) -> None:
    assert unit in units.FORMS
    assert (counted(1, unit), counted(1200, unit)) == (f"1 {unit}", f"1,200 {unit}s")


def test_the_control_a_noun_that_nobody_declared_stays_as_it_is() -> None:
    assert "thing" not in nouns._NOUNS
    assert noun("thing") == "thing"
