"""Blogs: blogs and their categories (document: Endpoints, Blogs; quirks 20 and 58)."""

import builtins
from collections.abc import AsyncIterator

from funneldesk.client.answer import Answer
from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource, read_again, read_record, read_written, walk
from funneldesk.contract.blogs import (
    Blog,
    BlogCategory,
    BlogChoice,
    BlogClone,
    BlogDraft,
    BlogExport,
    BlogExported,
    BlogFilter,
    BlogPatch,
    CategoryDraft,
    CategoryPatch,
)
from funneldesk.contract.listing import Listing


class Blogs(Resource):
    """Blogs of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/blogs")

    async def list(self, filter: BlogFilter | None = None) -> Listing[Blog]:
        """A page of the blogs."""
        return await self._listing(self._path, Blog, (filter or BlogFilter()).query())

    def iterate(self, filter: BlogFilter | None = None) -> AsyncIterator[Blog]:
        """All blogs that fit, one by one, for ``async for``."""
        wanted = filter or BlogFilter()
        return walk(lambda page: self.list(wanted.model_copy(update={"page": page})))

    async def list_all(self) -> Listing[BlogChoice]:
        """All blogs with a saved config, for a choice among them (quirk 58)."""
        return await self._listing(f"{self._path}/all", BlogChoice)

    async def get(self, blog_id: int) -> Blog:
        """A blog; its articles are not part of the interface (quirk 58)."""
        return await self._get(f"{self._path}/{blog_id}", Blog)

    async def create(self, draft: BlogDraft) -> Blog:
        """Make a blog. Never repeated by itself: after a failure with ``maybe_done``, look first.

        An answer without the blog (quirk 20) is BadAnswer with ``maybe_done``.
        """
        answer = await self._post(self._path, draft.body())
        return await self._shown(answer)

    async def update(self, blog_id: int, patch: BlogPatch) -> Blog:
        """Change what ``patch`` sets; its name always goes along. The blog is read again."""
        await self._update(f"{self._path}/{blog_id}", patch)
        return await read_again(self.get(blog_id))

    async def delete(self, blog_id: int) -> None:
        """Delete a blog; the platform keeps it out of sight (quirk 58)."""
        await self._delete(f"{self._path}/{blog_id}")

    async def clone(self, blog_id: int, draft: BlogClone | None = None) -> Blog:
        """Copy a blog with what it looks like. Never repeated by itself.

        The answer is ``{id, blog}`` (quirk 20); without the blog in it, it is read by its id.
        """
        answer = await self._post(f"{self._path}/{blog_id}/clone", (draft or BlogClone()).body())
        return await self._shown(answer)

    async def export(self, draft: BlogExport | None = None) -> BlogExported:
        """Have blogs exported; the file comes by e-mail. Never repeated by itself."""
        answer = await self._post(f"{self._path}/export", (draft or BlogExport()).body())
        return await read_record(answer, BlogExported)

    async def categories(self, blog_id: int) -> builtins.list[BlogCategory]:
        """The categories of a blog."""
        path = f"{self._path}/{blog_id}/categories"
        return builtins.list((await self._listing(path, BlogCategory)).rows)

    async def iterate_categories(self, blog_id: int) -> AsyncIterator[BlogCategory]:
        """The categories of a blog one by one, for ``async for``."""
        for category in await self.categories(blog_id):
            yield category

    async def create_category(self, blog_id: int, draft: CategoryDraft) -> BlogCategory:
        """Make a category. Never repeated by itself."""
        answer = await self._post(f"{self._path}/{blog_id}/categories", draft.body())
        made = await read_written(answer, BlogCategory, "category")
        if made is None:
            raise answer.bad("it does not show the new category")
        return made

    async def update_category(
        self, blog_id: int, category_id: int, patch: CategoryPatch
    ) -> BlogCategory:
        """Change what ``patch`` sets; an answer that does not show the category is read again."""
        path = f"{self._path}/{blog_id}/categories/{category_id}"
        answer = await self._update(path, patch)
        written = await read_written(answer, BlogCategory, "category")
        return written or await read_again(self._category(answer, blog_id, category_id))

    async def delete_category(self, blog_id: int, category_id: int) -> None:
        """Delete a category, for good."""
        await self._delete(f"{self._path}/{blog_id}/categories/{category_id}")

    async def _shown(self, answer: Answer) -> Blog:
        """The new blog of an answer; by its id alone where no more is shown."""
        made = await read_written(answer, Blog, "blog")
        if made is None:
            raise answer.bad("it does not show the new blog")
        return made if made.slug is not None else await read_again(self.get(made.id))

    async def _category(self, answer: Answer, blog_id: int, category_id: int) -> BlogCategory:
        async for category in self.iterate_categories(blog_id):
            if category.id == category_id:
                return category
        raise answer.bad("it does not show the category, and neither does the list")
