"""The zones that brands may be in are the same on every computer."""

import zoneinfo
from zoneinfo import ZoneInfo

import pytest

from funneldesk.contract.zones import zone_names, zone_of


def test_every_zone_of_the_names_can_be_used() -> None:
    assert len(zone_names()) > 500
    for name in zone_names():
        assert str(ZoneInfo(name)) == name


@pytest.mark.parametrize("name", ["localtime", "Factory", "posixrules", "../etc/passwd", "", None])
def test_other_names_are_no_zones_and_read_as_utc(name: str | None) -> None:
    assert name not in zone_names()
    assert str(zone_of(name)) == "UTC"


def test_a_zone_that_this_computer_lacks_reads_as_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking(name: str) -> ZoneInfo:
        raise zoneinfo.ZoneInfoNotFoundError(name)

    monkeypatch.setattr("funneldesk.contract.zones.ZoneInfo", lacking)
    assert str(zone_of("Europe/Lisbon")) == "UTC"
