"""Products: what a brand sells (document: Endpoints, Products; quirks 3, 13, 20 and 38)."""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any

from funneldesk.client.answer import Answer
from funneldesk.client.calls import Calls
from funneldesk.client.errors import ApiError, LoginRedirect
from funneldesk.client.resource import Resource, read_again, read_written, walk
from funneldesk.client.uploads import CannotRead, Progress, Upload, prepare
from funneldesk.contract.listing import Listing
from funneldesk.contract.products import (
    Product,
    ProductChoice,
    ProductDraft,
    ProductFilter,
    ProductPatch,
)


class Products(Resource):
    """Products of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/products")

    async def list(self, filter: ProductFilter | None = None) -> Listing[Product]:
        """A page of the products, whole; the interface has no search (quirk 13)."""
        return await self._listing(self._path, Product, (filter or ProductFilter()).query())

    def iterate(self, filter: ProductFilter | None = None) -> AsyncIterator[Product]:
        """All products one by one, for ``async for``."""
        wanted = filter or ProductFilter()
        return walk(lambda page: self.list(wanted.model_copy(update={"page": page})))

    async def list_all(self) -> Listing[ProductChoice]:
        """All products at once, for a choice among them; what is shown is not documented."""
        return await self._listing(f"{self._path}/all", ProductChoice)

    async def get(self, product_id: int) -> Product:
        """A product, whole."""
        return await self._get(f"{self._path}/{product_id}", Product)

    async def create(self, draft: ProductDraft) -> Product:
        """Make a product; Invalid for a code that is taken. Never repeated by itself.

        An answer without the product (quirk 20) means the one of that code; BadAnswer with
        ``maybe_done`` when there is none.
        """
        answer = await self._post(self._path, draft.body())
        made = await read_written(answer, Product, "product")
        return made or await read_again(self._of_code(answer, draft.code))

    async def update(self, product_id: int, patch: ProductPatch) -> Product:
        """Change what ``patch`` sets, and read the product again (quirk 38).

        Where PUT is answered by the login page, POST on the same path does the same (quirk 3): the
        redirect tells that nothing was done yet.
        """
        try:
            await self._update(f"{self._path}/{product_id}", patch)
        except LoginRedirect:
            return await self.update_by_post(product_id, patch)
        return await read_again(self.get(product_id))

    async def update_by_post(self, product_id: int, patch: ProductPatch) -> Product:
        """The same by POST on the product's own path. Never repeated by itself."""
        await self._post(f"{self._path}/{product_id}", patch.body())
        return await read_again(self.get(product_id))

    async def set_image(
        self, product_id: int, image: Upload, progress: Progress | None = None
    ) -> Product:
        """Send a product's image: it comes as a file only (quirk 38). Read the product again.

        Never repeated by itself. Raises ApiError for a file that cannot be read.
        """
        return await self._send(product_id, (), [("image", image)], progress)

    async def add_files(
        self,
        product_id: int,
        rows: Sequence[Mapping[str, Any]],
        files: Sequence[Upload],
        purpose: str,
        progress: Progress | None = None,
    ) -> Product:
        """Send files that buyers get, after those that ``rows`` tell of: the list is replaced as a
        whole. Read the product again.

        Never repeated by itself. Raises ApiError for a file that cannot be read.
        """
        fields = [pair for at, row in enumerate(rows) for pair in _row_fields(at, row)]
        parts = []
        for place, upload in enumerate(files, start=len(rows)):
            row: Mapping[str, Any] = {"purpose": purpose, "title": upload.name, "sort_order": place}
            fields += _row_fields(place, row)
            parts.append((f"product_files[{place}][file]", upload))
        return await self._send(product_id, fields, parts, progress)

    async def _send(
        self,
        product_id: int,
        fields: Sequence[tuple[str, str]],
        files: Sequence[tuple[str, Upload]],
        progress: Progress | None,
    ) -> Product:
        path = f"{self._path}/{product_id}"
        try:
            form = await prepare(fields, files, progress)
        except CannotRead as error:
            sentence = str(error)
        else:
            await self._calls.upload(path, form)
            return await read_again(self.get(product_id))
        raise ApiError(sentence, method="POST", path=path)

    async def delete(self, product_id: int) -> None:
        """Delete a product, for good."""
        await self._delete(f"{self._path}/{product_id}")

    async def clone(self, product_id: int) -> Product:
        """Copy a product. Never repeated by itself.

        The answer's shape is not documented: one without an id is BadAnswer with ``maybe_done``.
        """
        answer = await self._post(f"{self._path}/{product_id}/clone")
        made = await read_written(answer, Product, "product")
        if made is None:
            raise answer.bad("it does not show the new product")
        return made if made.code is not None else await read_again(self.get(made.id))

    async def _of_code(self, answer: Answer, code: str) -> Product:
        async for product in self.iterate():
            if product.code == code:
                return product
        raise answer.bad("it does not show the new product, and neither does the list")


def _row_fields(place: int, row: Mapping[str, Any], within: str = "") -> Iterator[tuple[str, str]]:
    """A row of ``product_files`` as fields of a form; what is null or derived is left out."""
    for name, value in row.items():
        called = f"product_files[{place}]{within}[{name}]"
        if isinstance(value, Mapping):
            yield from _row_fields(place, value, f"{within}[{name}]")
        elif value is not None and name != "kind":
            yield called, str(int(value) if isinstance(value, bool) else value)
