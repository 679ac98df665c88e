"""Addresses of a blog: how they are made of its slug, pattern and segments (document: Blog)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from funneldesk.desktop.local.texts import _

Pattern = Literal["slug_only", "segment", "category"]
PATTERNS: Mapping[str, str] = {
    "slug_only": _("Just the article"),
    "segment": _("A word, then the article"),
    "category": _("Category, then the article"),
}
USUAL_SEGMENTS: Mapping[str, str] = {
    "category_url_segment": "category",
    "tag_url_segment": "tag",
    "search_url_segment": "search",
}
"""What the server takes for a segment that is left empty."""
USUAL_ARTICLE = "article"
ARTICLE, CATEGORY, TAG = "article-slug", "category-slug", "tag-slug"


@dataclass(frozen=True, slots=True)
class BlogAddresses:
    """Addresses of a blog on ``host`` ("" where it has no domain): paths begin with its slug."""

    host: str
    slug: str
    pattern: str
    article_segment: str
    category_segment: str
    tag_segment: str
    search_segment: str

    @classmethod
    def of(cls, values: Mapping[str, Any], host: str) -> "BlogAddresses":
        """Those that a blog with these fields has; what is empty counts as the server takes it."""

        def segment(name: str, usual: str) -> str:
            return str(values.get(name) or "") or usual

        return cls(
            host,
            str(values.get("slug") or ""),
            str(values.get("article_url_pattern") or "slug_only"),
            segment("article_url_segment", USUAL_ARTICLE),
            *(segment(name, usual) for name, usual in USUAL_SEGMENTS.items()),
        )

    @property
    def home(self) -> str:
        """Where the blog begins."""
        return self._path()

    def article(self, slug: str = ARTICLE, category: str = CATEGORY) -> str:
        """An article; its category only matters where the pattern has it."""
        if self.pattern == "segment":
            return self._path(self.article_segment, slug)
        if self.pattern == "category":
            return self._path(category, slug)
        return self._path(slug)

    def category(self, slug: str = CATEGORY) -> str:
        """The articles of a category."""
        return self._path(self.category_segment, slug)

    def tag(self, slug: str = TAG) -> str:
        """The articles with a tag."""
        return self._path(self.tag_segment, slug)

    @property
    def search(self) -> str:
        """Where readers search."""
        return self._path(self.search_segment)

    @property
    def reserved(self) -> tuple[str, ...]:
        """Words that stand right behind the blog's slug and are no articles."""
        own = (self.article_segment,) if self.pattern == "segment" else ()
        return (self.category_segment, self.tag_segment, self.search_segment, *own)

    def _path(self, *steps: str) -> str:
        return "/" + "/".join((self.slug, *steps))


def clashes(addresses: BlogAddresses, categories: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Fields whose addresses another one takes, each with a sentence. ``categories``: slugs."""
    fields = ("category_url_segment", "tag_url_segment", "search_url_segment")
    named = dict(zip(fields, addresses.reserved, strict=False))
    if addresses.pattern == "segment":
        named["article_url_segment"] = addresses.article_segment
    taken: dict[str, str] = {}
    for field, word in named.items():
        if word in taken:
            told = _("“{word}” also leads to {what}: choose another word for one of the two.")
            yield field, told.format(word=word, what=WHAT[taken[word]])
        taken.setdefault(word, field)
    if addresses.pattern == "category":
        for field, word in named.items():
            if word in categories:
                told = _("A category has the slug “{word}”: its articles would get this address.")
                yield field, told.format(word=word)


WHAT: Mapping[str, str] = {
    "category_url_segment": _("the categories"),
    "tag_url_segment": _("the tags"),
    "search_url_segment": _("the search"),
    "article_url_segment": _("the articles"),
}
"""What a segment leads to, within a sentence."""
