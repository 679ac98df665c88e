"""The declared sections, each in turn."""

import pytest
from tests.desktop.support.declared_sections import DECLARED, EDITED, Declared
from tests.desktop.support.live_server import LiveBrand


@pytest.fixture(params=sorted(DECLARED))
def declared(request: pytest.FixtureRequest, brand: LiveBrand) -> Declared:
    """Each section in turn."""
    DECLARED[request.param].prepare(brand)
    return DECLARED[request.param]


@pytest.fixture(params=sorted(EDITED))
def edited(request: pytest.FixtureRequest, brand: LiveBrand) -> Declared:
    """Each section whose cells are changed in the table."""
    if (
        "declared" not in request.fixturenames
        or request.getfixturevalue("declared") is not (EDITED[request.param])
    ):
        EDITED[request.param].prepare(brand)
    return EDITED[request.param]
