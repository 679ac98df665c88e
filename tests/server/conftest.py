"""One platform for all tests of a worker, a brand of its own for each test."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "support"))
sys.path.insert(0, str(Path(__file__).parents[1] / "contract"))

from platform_process import BrandApi, NewBrand, Place, Served, TestBrand, new_place, served

from funneldesk.server.db.engine import Database


@pytest.fixture(scope="session")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A running platform with nothing in it."""
    with new_place(tmp_path_factory.mktemp("platform")) as place, served(place) as running:
        yield running


@pytest.fixture(scope="session")
def database(platform: Served) -> Iterator[Database]:
    """The platform's database, opened a second time."""
    opened = Database(platform.place.url)
    yield opened
    opened.close()


@pytest.fixture
def new_brand(platform: Served, database: Database) -> Iterator[NewBrand]:
    """Makes brands; their clients are closed with the test."""
    maker = NewBrand(platform.base_url, database)
    yield maker
    for brand in maker.made:
        for client in brand.clients:
            client.close()


@pytest.fixture
def brand(new_brand: NewBrand) -> TestBrand:
    """A brand without anything."""
    return new_brand()


@pytest.fixture
def api(brand: TestBrand) -> BrandApi:
    """The brand's paths, with the owner's key."""
    return brand.api()


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """A place for a platform that a test starts itself."""
    with new_place(tmp_path / "data") as found:
        yield found
