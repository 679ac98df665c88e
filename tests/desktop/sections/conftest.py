"""The declared sections, each in turn."""

import pytest
from PySide6.QtWidgets import QApplication
from tests.desktop.support.declared_sections import DECLARED, EDITED, Declared
from tests.desktop.support.live_server import LiveBrand

from funneldesk.desktop.kit.style.theme import theme


@pytest.fixture(autouse=True, scope="session")
def as_the_program_looks(qapp: QApplication) -> None:
    """With the program's own type and style sheet: they decide what has room."""
    theme.install(qapp, "light")


@pytest.fixture(params=sorted(DECLARED))
def declared(request: pytest.FixtureRequest, brand: LiveBrand) -> Declared:
    """Each section in turn."""
    DECLARED[request.param].prepare(brand)
    return DECLARED[request.param]


@pytest.fixture(params=sorted(EDITED))
def edited(request: pytest.FixtureRequest, brand: LiveBrand) -> Declared:
    """Each section whose cells are changed in the table."""
    EDITED[request.param].prepare(brand)
    return EDITED[request.param]


@pytest.fixture(params=sorted(DECLARED.keys() - EDITED.keys()))
def opened_only(request: pytest.FixtureRequest, brand: LiveBrand) -> Declared:
    """Each section whose cells are not changed in the table."""
    DECLARED[request.param].prepare(brand)
    return DECLARED[request.param]
