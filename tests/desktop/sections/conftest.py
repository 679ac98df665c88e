"""The declared sections, each in turn."""

import pytest
from tests.desktop.support.declared_sections import DECLARED, EDITED, Declared


@pytest.fixture(params=sorted(DECLARED))
def declared(request: pytest.FixtureRequest) -> Declared:
    """Each section in turn."""
    return DECLARED[request.param]


@pytest.fixture(params=sorted(EDITED))
def edited(request: pytest.FixtureRequest) -> Declared:
    """Each section whose cells are changed in the table."""
    return EDITED[request.param]
