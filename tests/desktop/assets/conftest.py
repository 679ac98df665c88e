"""Fixtures that tests of assets share."""

from collections.abc import AsyncIterator

import pytest
from PySide6.QtCore import QObject

from funneldesk.desktop.assets.upload_review.conversion.conversion import Converter
from funneldesk.desktop.kit.tasks import end_all, end_under


@pytest.fixture
async def converter() -> AsyncIterator[Converter]:
    """Worker processes that convert images, gone with the test."""
    owner = QObject()
    yield Converter(owner)
    end_under(owner)
    await end_all(5.0)
