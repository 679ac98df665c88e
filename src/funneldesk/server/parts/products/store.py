"""Queries on products: every one within a brand (document: Endpoints, Products)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from sqlalchemy import bindparam, delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from funneldesk.server.db.counters import counted, move
from funneldesk.server.db.types import now
from funneldesk.server.parts.brands.turns import take_turn
from funneldesk.server.parts.pages.slugs import free_slug, stem
from funneldesk.server.parts.products.bodies import choice_body, product_body
from funneldesk.server.parts.products.rules import DEFAULTS, check_subscription, copy_title
from funneldesk.server.parts.products.tables import (
    CODE_INDEX,
    ProductBonusRow,
    ProductFileRow,
    ProductRow,
)
from funneldesk.server.web.errors import invalid, missing
from funneldesk.server.web.fields import LARGEST_ID
from funneldesk.server.web.listing import By, Paging, rows_of

COUNTER = "products"
_BELONGING = {
    kind: select(kind.__table__).where(
        kind.brand_id == bindparam("brand_id"),
        kind.product_id.in_(bindparam("ids", expanding=True)),
    )
    for kind in (ProductFileRow, ProductBonusRow)
}
"""The rows that belong to some products."""

_ORDER = (By(ProductRow.id, descending=True),)
_TAKEN = "The code has already been taken."
_NOT_COPIED = {"brand_id", "id", "code", "title", "created_at", "updated_at"}
_CHOICE = ("id", "code", "title", "type", "classification", "price", "is_subscription", "image")
R = TypeVar("R", ProductFileRow, ProductBonusRow)


class ProductStore:
    """The products of one brand, in one session."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id

    def page(self, wanted: Paging) -> tuple[list[dict[str, Any]], int]:
        """A page of products, whole, the newest first, and how many there are."""
        total = counted(self._session, self._brand_id, COUNTER)
        equal = {ProductRow.brand_id: self._brand_id}
        rows = rows_of(self._session, ProductRow, equal, _ORDER, total, wanted)
        return self.whole(rows), total

    def list(self) -> list[dict[str, Any]]:
        """All products in short, the newest first."""
        query = select(*(getattr(ProductRow, name) for name in _CHOICE)).where(
            ProductRow.brand_id == self._brand_id
        )
        rows = self._session.execute(query.order_by(ProductRow.id.desc()))
        return [choice_body(row) for row in rows]

    def whole(self, rows: Sequence[Any]) -> Any:
        """The products with their files and bonuses: two queries for any number."""
        ids = [row.id for row in rows]
        files = _by_product(self._of(ProductFileRow, ids))
        bonuses = _by_product(self._of(ProductBonusRow, ids))
        for found in files.values():
            found.sort(key=lambda file: (file.purpose != "digital", file.sort_order, file.id))
        return [product_body(row, files.get(row.id, []), bonuses.get(row.id, [])) for row in rows]

    def get(self, product_id: int, *, lock: bool = False) -> ProductRow:
        """A product. Raises Refused (404)."""
        row = None
        if product_id <= LARGEST_ID:
            key = (self._brand_id, product_id)
            row = self._session.get(ProductRow, key, with_for_update=lock)
        if row is None:
            raise missing("product")
        return row

    def create(self, values: Mapping[str, Any]) -> ProductRow:
        """A new product from columns and the numbers of its ``bonuses``. Raises Refused (422)."""
        row = ProductRow(brand_id=self._brand_id, **DEFAULTS)
        self._set(row, values)
        with _code_checked():
            self._session.add(row)
            self._session.flush()
        if values.get("bonuses"):
            self._set_bonuses(row, values["bonuses"])
        move(self._session, self._brand_id, COUNTER, 1)
        return row

    def update(self, product_id: int, values: Mapping[str, Any]) -> ProductRow:
        """Set what was sent. Raises Refused (404, 422)."""
        row = self.get(product_id, lock=True)
        with self._session.no_autoflush:
            self._set(row, values)
        row.updated_at = now()
        with _code_checked():
            self._session.flush()
        if "bonuses" in values:
            self._set_bonuses(row, values["bonuses"])
        return row

    def check_code(self, code: str) -> None:
        """Raises Refused (422) for a code that is taken."""
        if self._is_taken(code):
            raise invalid({"code": _TAKEN})

    def put_files(self, row: ProductRow, files: Iterable[ProductFileRow]) -> None:
        """Replace a product's files."""
        self._remove(ProductFileRow, row)
        self._session.add_all(files)
        self._session.flush()

    def pointers(self, row: ProductRow) -> dict[str, str | None]:
        """Where in the storage the files of a product lie, by their addresses."""
        return {file.file: file.storage_path for file in self._of(ProductFileRow, [row.id])}

    def delete(self, product_id: int) -> None:
        """Remove a product with its files' rows and its bonuses. Raises Refused (404)."""
        row = self.get(product_id, lock=True)
        self._session.delete(row)
        self._session.flush()
        move(self._session, self._brand_id, COUNTER, -1)

    def clone(self, product_id: int) -> ProductRow:
        """A product like another one, with its files and bonuses, under a code of its own."""
        take_turn(self._session, self._brand_id)
        row = self.get(product_id)
        names = {column.key for column in ProductRow.__table__.columns} - _NOT_COPIED
        values = {name: getattr(row, name) for name in names}
        bonuses = [bonus.bonus_product_id for bonus in self._of(ProductBonusRow, [row.id])]
        copied = {"code": self._free_code(row.code), "title": copy_title(row.title)}
        copy = self.create({**values, **copied, "bonuses": bonuses})
        for file in self._of(ProductFileRow, [row.id]):
            own = {c.key: getattr(file, c.key) for c in ProductFileRow.__table__.columns}
            self._session.add(ProductFileRow(**{**own, "id": None, "product_id": copy.id}))
        self._session.flush()
        return copy

    def _of(self, kind: type[R], ids: Sequence[int]) -> Sequence[Any]:
        wanted = {"brand_id": self._brand_id, "ids": ids}
        return self._session.connection().execute(_BELONGING[kind], wanted).all() if ids else ()

    def _set(self, row: ProductRow, values: Mapping[str, Any]) -> None:
        code = row.code
        for name, value in values.items():
            if name != "bonuses":
                setattr(row, name, DEFAULTS.get(name) if value is None else value)
        if row.code != code:
            self.check_code(row.code)
        check_subscription(row.is_subscription, row.subscription_frequency)
        if row.is_subscription and row.subscription_frequency_unit is None:
            row.subscription_frequency_unit = "month"

    def _set_bonuses(self, row: ProductRow, wanted: Sequence[int] | None) -> None:
        numbers = list(dict.fromkeys(wanted or ()))
        known = select(ProductRow.id).where(
            ProductRow.brand_id == self._brand_id, ProductRow.id.in_(numbers)
        )
        found = set(self._session.scalars(known)) - {row.id}
        for place, number in enumerate(wanted or ()):
            if number not in found:
                field = f"bonuses.{place}.bonus_product_id"
                raise invalid({field: "The selected bonus_product_id is invalid."})
        self._remove(ProductBonusRow, row)
        for number in numbers:
            self._session.add(
                ProductBonusRow(brand_id=self._brand_id, product_id=row.id, bonus_product_id=number)
            )
        self._session.flush()

    def _remove(self, kind: type[R], row: ProductRow) -> None:
        self._session.execute(
            delete(kind).where(kind.brand_id == self._brand_id, kind.product_id == row.id)
        )

    def _is_taken(self, code: str) -> bool:
        query = select(ProductRow.id).where(
            ProductRow.brand_id == self._brand_id, ProductRow.code == code
        )
        return self._session.scalar(query) is not None

    def _free_code(self, code: str) -> str:
        wanted = f"{stem(code)}-copy"
        near = select(ProductRow.code).where(
            ProductRow.brand_id == self._brand_id,
            ProductRow.code.startswith(stem(wanted), autoescape=True),
        )
        return free_slug(wanted, set(self._session.scalars(near)))


def _by_product(rows: Sequence[Any]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in rows:
        found.setdefault(row.product_id, []).append(row)
    return found


@contextmanager
def _code_checked() -> Iterator[None]:
    """Turns the database's own word on a code that another writer took just now into a 422."""
    try:
        yield
    except IntegrityError as error:
        if CODE_INDEX not in str(error.orig):
            raise
        raise invalid({"code": _TAKEN}) from error
