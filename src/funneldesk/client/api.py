"""The client of one brand on one platform.

async with Api("https://platform.example", brand=1, key=key) as api:
    async for page in api.pages.iterate():
        print(page.name)
"""

from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Self

from funneldesk.client.address import parse_address
from funneldesk.client.call import Timeouts
from funneldesk.client.calls import Calls
from funneldesk.client.errors import ApiError, LoginRedirect, NotFound
from funneldesk.client.secret import Secret
from funneldesk.contract.brands import Brand

if TYPE_CHECKING:
    from funneldesk.client.analytics import Analytics
    from funneldesk.client.assets import Assets
    from funneldesk.client.automations import Automations
    from funneldesk.client.blogs import Blogs
    from funneldesk.client.brands import Brands
    from funneldesk.client.call import Take
    from funneldesk.client.collections import Collections
    from funneldesk.client.components import Components
    from funneldesk.client.conversions import Conversions
    from funneldesk.client.courses import Courses
    from funneldesk.client.crm import Crm
    from funneldesk.client.customers import Customers
    from funneldesk.client.domains import Domains
    from funneldesk.client.files import Files
    from funneldesk.client.funnels import Funnels
    from funneldesk.client.pages import Pages
    from funneldesk.client.products import Products
    from funneldesk.client.quizzes import Quizzes
    from funneldesk.client.split_tests import SplitTests
    from funneldesk.client.subscriptions import Subscriptions
    from funneldesk.client.tickets import Tickets
    from funneldesk.client.tracking import Tracking


class Api:
    """One connection: base address, brand, key (quirk 4). Parts are attributes.

    It belongs to the event loop that first uses it. Raises BadAddress for an address and
    ValueError for a key that cannot be one; every call raises ApiError and nothing else.
    """

    def __init__(
        self,
        base_url: str,
        brand: int,
        key: str,
        *,
        cdn_url: str | None = None,
        timeouts: Timeouts | None = None,
    ) -> None:
        self.brand = int(brand)
        self._cdn_url = cdn_url
        self._calls = Calls(parse_address(base_url), Secret(key), timeouts or Timeouts())

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"Api({self.base_url!r}, brand={self.brand}, key='***')"

    @property
    def base_url(self) -> str:
        """The platform's address, without a trailing slash and without ``/api``."""
        return self._calls.address.url

    @property
    def is_plain(self) -> bool:
        """Whether key and content cross a network unencrypted."""
        return self._calls.address.is_plain

    @property
    def assets_base(self) -> str:
        """The address that public assets stand under, without a trailing slash."""
        return self._assets.base

    @cached_property
    def brands(self) -> "Brands":
        """The brand itself, and the list of all."""
        from funneldesk.client.brands import Brands

        return Brands(self._calls, self.brand)

    @cached_property
    def pages(self) -> "Pages":
        """The brand's pages."""
        from funneldesk.client.pages import Pages

        return Pages(self._calls, self.brand)

    @cached_property
    def components(self) -> "Components":
        """Components: the visual building blocks of pages."""
        from funneldesk.client.components import Components

        return Components(self._calls, self.brand)

    @cached_property
    def files(self) -> "Files":
        """File manager: the assets of a brand."""
        from funneldesk.client.files import Files

        return Files(self._calls, self.brand)

    @cached_property
    def products(self) -> "Products":
        """Products: what a brand sells."""
        from funneldesk.client.products import Products

        return Products(self._calls, self.brand)

    @cached_property
    def funnels(self) -> "Funnels":
        """Funnels: pages in a row."""
        from funneldesk.client.funnels import Funnels

        return Funnels(self._calls, self.brand)

    @cached_property
    def split_tests(self) -> "SplitTests":
        """Split tests: which variant sells better."""
        from funneldesk.client.split_tests import SplitTests

        return SplitTests(self._calls, self.brand)

    @cached_property
    def crm(self) -> "Crm":
        """CRM: entities, pipelines, stages, fields, entries."""
        from funneldesk.client.crm import Crm

        return Crm(self._calls, self.brand)

    @cached_property
    def collections(self) -> "Collections":
        """Collections: forms and their entries."""
        from funneldesk.client.collections import Collections

        return Collections(self._calls, self.brand)

    @cached_property
    def subscriptions(self) -> "Subscriptions":
        """Subscriptions: recurring orders and retention offers."""
        from funneldesk.client.subscriptions import Subscriptions

        return Subscriptions(self._calls, self.brand)

    @cached_property
    def analytics(self) -> "Analytics":
        """Analytics: metrics, groupings, reports."""
        from funneldesk.client.analytics import Analytics

        return Analytics(self._calls, self.brand)

    @cached_property
    def courses(self) -> "Courses":
        """Courses: courses, modules, enrollments."""
        from funneldesk.client.courses import Courses

        return Courses(self._calls, self.brand)

    @cached_property
    def tracking(self) -> "Tracking":
        """Tracking: clicks, sessions, replays, short links."""
        from funneldesk.client.tracking import Tracking

        return Tracking(self._calls, self.brand)

    @cached_property
    def quizzes(self) -> "Quizzes":
        """Quizzes: quizzes, their screens and flow."""
        from funneldesk.client.quizzes import Quizzes

        return Quizzes(self._calls, self.brand)

    @cached_property
    def automations(self) -> "Automations":
        """Automations: workflows, their runs and logs."""
        from funneldesk.client.automations import Automations

        return Automations(self._calls, self.brand)

    @cached_property
    def domains(self) -> "Domains":
        """Domains: custom and tracking domains."""
        from funneldesk.client.domains import Domains

        return Domains(self._calls, self.brand)

    @cached_property
    def tickets(self) -> "Tickets":
        """Tickets: support tickets and their messages."""
        from funneldesk.client.tickets import Tickets

        return Tickets(self._calls, self.brand)

    @cached_property
    def blogs(self) -> "Blogs":
        """Blogs: blogs and their categories."""
        from funneldesk.client.blogs import Blogs

        return Blogs(self._calls, self.brand)

    @cached_property
    def conversions(self) -> "Conversions":
        """Conversions: orders."""
        from funneldesk.client.conversions import Conversions

        return Conversions(self._calls, self.brand)

    @cached_property
    def customers(self) -> "Customers":
        """Customers: who bought."""
        from funneldesk.client.customers import Customers

        return Customers(self._calls, self.brand)

    async def check(self) -> Brand:
        """One call that tells whether address, brand and key belong together (Authentication 5)."""
        return await self.brands.get()

    async def diagnose(self, error: ApiError) -> ApiError:
        """What lies behind ``error``.

        "Not found" and a login page are also what a platform says when it does not see a good key
        (quirks 2 and 3); one check tells. Answers the check's error, or ``error`` itself.
        """
        if isinstance(error, NotFound | LoginRedirect):
            try:
                await self.check()
            except ApiError as found:
                return found
        return error

    async def fetch_asset(self, path: str) -> bytes:
        """A public file by ``/cdn/…`` path or by address under ``assets_base``; no key goes along.

        Raises ValueError for an address elsewhere, ApiError when the file does not come or is
        larger than 20 MB.
        """
        return await self._assets.fetch(path)

    async def pour_asset(self, path: str, take: "Take", *, limit: int) -> bool:
        """The same, handed on piece by piece: nothing of it is held here. ``limit`` in bytes.

        Answers whether the server told the length. Raises also what ``take`` raises.
        """
        return await self._assets.pour(path, take, limit)

    @property
    def key_fingerprint(self) -> str:
        """By which the key in use is told apart from others; it says nothing of the key."""
        return self._calls.secret.fingerprint

    def replace_key(self, key: str) -> None:
        """Use ``key`` from the next call on. Raises ValueError when it cannot be one."""
        self._calls.replace_key(Secret(key))

    def twin(self) -> "Api":
        """The same connection for another event loop, which needs a client of its own."""
        return Api(
            self.base_url,
            self.brand,
            self._calls.secret.reveal(),
            cdn_url=self._cdn_url,
            timeouts=self._calls.timeouts,
        )

    def follow(self, other: "Api") -> None:
        """Use the address and the key that ``other`` has now, from the next call on."""
        self._calls.address = other._calls.address
        self._calls.replace_key(other._calls.secret)

    def replace_base(self, base_url: str) -> None:
        """Use this address from the next call on. Raises BadAddress."""
        self._calls.address = parse_address(base_url)

    async def aclose(self, grace: float = 0.5) -> None:
        """End the connection: calls in flight get ``grace`` seconds, new ones are Unreachable."""
        await self._calls.aclose(grace)

    @cached_property
    def _assets(self) -> "Assets":
        from funneldesk.client.assets import Assets

        return Assets(self._calls, self._cdn_url)
