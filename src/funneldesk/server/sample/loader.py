"""Fills a platform with the sample workspace and issues its keys."""

import json
import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import delete
from sqlalchemy.orm import Session

from funneldesk.resources import resource
from funneldesk.server.db.engine import Database
from funneldesk.server.db.types import now
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.pages.store import PageStore
from funneldesk.server.settings import Settings
from funneldesk.server.web.keys import issue, member
from funneldesk.server.web.roles import Role
from funneldesk.server.web.tables import AccessKeyRow

ORIGIN = "sample"
OWNER = "Sample owner"
_DAYS_BEFORE_CHANGE = 9
_SHARED_LIFE = timedelta(days=1)


def load(database: Database, settings: Settings) -> list[dict[str, Any]]:
    """Load the brands that are not there yet; ``[{brand, name, role, key}]`` with fresh keys.

    The keys of earlier starts end here. On a shared database another process may just have
    issued some, so there they live for a day.
    """
    sample = resource("sample")
    brands = json.loads((sample / "brands.json").read_text("utf-8"))
    keys: list[dict[str, Any]] = []
    with database.alone() as session:
        _drop_old_keys(session, settings)
        for brand in brands:
            _load_brand(session, sample, brand)
            keys += _issue_keys(session, brand)
    for brand in brands:
        _copy_assets(sample / brand["folder"] / "assets", settings.storage / str(brand["id"]))
    return keys


def _load_brand(session: Session, sample: Path, brand: dict[str, Any]) -> None:
    if session.get(BrandRow, brand["id"]) is not None:
        return
    session.add(BrandRow(**{name: value for name, value in brand.items() if name != "folder"}))
    session.flush()
    folder = sample / brand["folder"]
    pages = json.loads((folder / "pages.json").read_text("utf-8"))
    loaded = now()
    for fields in pages:
        age = timedelta(hours=fields.pop("updated_hours_ago"))
        for source in ("html", "css"):
            if source in fields:
                fields[source] = _exact_text(folder / "pages" / fields[source])
        row, _source = PageStore(session, brand["id"]).create(fields)
        row.updated_at = loaded - age
        row.created_at = row.updated_at - timedelta(days=_DAYS_BEFORE_CHANGE)


def _exact_text(path: Path) -> str:
    """The text of a file with its line ends as they are."""
    return path.read_bytes().decode("utf-8")


def _issue_keys(session: Session, brand: dict[str, Any]) -> list[dict[str, Any]]:
    """One key for each role; the owner is one person in all sample brands (quirk 4)."""
    keys = []
    for role in Role:
        name = OWNER if role is Role.OWNER else f"{brand['name']} {role}"
        user_id = member(session, brand["id"], name, role)
        key = issue(session, brand["id"], user_id, name=f"Sample {role}", origin=ORIGIN)
        keys.append(
            {
                "brand": brand["id"],
                "name": brand["name"],
                "role": role.value,
                "key": key.secret_text,
            }
        )
    return keys


def _drop_old_keys(session: Session, settings: Settings) -> None:
    old = delete(AccessKeyRow).where(AccessKeyRow.origin == ORIGIN)
    if settings.is_shared:
        old = old.where(AccessKeyRow.created_at < now() - _SHARED_LIFE)
    session.execute(old)


def _copy_assets(source: Path, brand_storage: Path) -> None:
    target = brand_storage / "assets"
    if source.is_dir() and not target.exists():
        unfinished = brand_storage / "assets.part"
        shutil.copytree(source, unfinished, dirs_exist_ok=True)
        unfinished.rename(target)
