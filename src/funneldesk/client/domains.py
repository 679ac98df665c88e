"""Domains: custom and tracking domains (document: Endpoints, Domains; quirk 56)."""

from collections.abc import AsyncIterator

from funneldesk.client.answer import Answer
from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource, read_again, read_record, read_written, walk
from funneldesk.contract.domains import (
    Configuration,
    Domain,
    DomainDraft,
    DomainFilter,
    DomainPatch,
    Move,
    MoveDraft,
    MovePreview,
    SslRequest,
    TrackingDomain,
    TrackingDomainDraft,
    Validation,
    ValidationInstructions,
)
from funneldesk.contract.listing import Listing


class Domains(Resource):
    """Custom and tracking domains of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/domains")
        self._tracking = f"/api/brands/{brand}/tracking-domains"

    async def list(self, filter: DomainFilter | None = None) -> Listing[Domain]:
        """A page of the custom domains."""
        return await self._listing(self._path, Domain, (filter or DomainFilter()).query())

    def iterate(self, filter: DomainFilter | None = None) -> AsyncIterator[Domain]:
        """All custom domains that fit, one by one, for ``async for``."""
        wanted = filter or DomainFilter()
        return walk(lambda page: self.list(wanted.model_copy(update={"page": page})))

    async def list_all(self) -> Listing[Domain]:
        """All custom domains at once, for a choice among them."""
        return await self._listing(f"{self._path}/all", Domain)

    async def get(self, domain_id: int) -> Domain:
        """A custom domain."""
        return await self._get(f"{self._path}/{domain_id}", Domain)

    async def create(self, draft: DomainDraft) -> Domain:
        """Add a custom domain; Invalid when anyone in the world has it. Never repeated by itself.

        An answer without the domain means the one of that name (quirk 20).
        """
        answer = await self._post(self._path, draft.body())
        made = await read_written(answer, Domain, "domain")
        return made or await read_again(self._named(answer, draft.domain))

    async def update(self, domain_id: int, patch: DomainPatch) -> Domain:
        """Change what ``patch`` sets, and read the domain again: the answer is not documented."""
        await self._update(f"{self._path}/{domain_id}", patch)
        return await read_again(self.get(domain_id))

    async def delete(self, domain_id: int) -> None:
        """Give a custom domain up."""
        await self._delete(f"{self._path}/{domain_id}")

    async def validation_instructions(self, domain_id: int) -> ValidationInstructions:
        """The record that the domain's owner has to set."""
        path = f"{self._path}/{domain_id}/validation-instructions"
        return await self._get(path, ValidationInstructions)

    async def validate(self, domain_id: int) -> Validation:
        """Have the record looked up. A failure is told by ``success``, not raised (quirk 56)."""
        return await read_record(await self._post(f"{self._path}/{domain_id}/validate"), Validation)

    async def test_configuration(self, domain_id: int) -> Configuration:
        """Have name, certificate and reachability tried; takes some seconds."""
        return await self._get(f"{self._path}/{domain_id}/test-configuration", Configuration)

    async def request_ssl(self, domain_id: int) -> SslRequest:
        """Ask for a certificate. Never repeated by itself."""
        answer = await self._post(f"{self._path}/{domain_id}/request-ssl")
        return await read_record(answer, SslRequest)

    async def request_ssl_by_get(self, domain_id: int) -> SslRequest:
        """Ask for a certificate by GET. It changes something: never prefetch it (quirk 56)."""
        return await self._get(f"{self._path}/{domain_id}/request-ssl", SslRequest)

    async def preview_move(self, domain_id: int, draft: MoveDraft) -> MovePreview:
        """Which pages a move to another domain would take along; changes nothing."""
        answer = await self._post(f"{self._path}/{domain_id}/move/preview", draft.body())
        return await read_record(answer, MovePreview)

    async def move(self, domain_id: int, draft: MoveDraft) -> Move:
        """Move what stands on a domain to another one. Never repeated by itself."""
        answer = await self._post(f"{self._path}/{domain_id}/move/apply", draft.body())
        return await read_record(answer, Move)

    async def list_tracking(self) -> Listing[TrackingDomain]:
        """All tracking domains."""
        return await self._listing(self._tracking, TrackingDomain)

    async def create_tracking(self, draft: TrackingDomainDraft) -> TrackingDomain:
        """Add a tracking domain; it is provisioned by itself. Never repeated by itself."""
        answer = await self._post(self._tracking, draft.body())
        made = await read_written(answer, TrackingDomain, "domain")
        if made is None:
            raise answer.bad("it does not show the new tracking domain")
        return made

    async def delete_tracking(self, domain_id: int) -> None:
        """Give a tracking domain up."""
        await self._calls.send("DELETE", f"{self._tracking}/{domain_id}", addressed=True)

    async def _named(self, answer: Answer, name: str) -> Domain:
        async for domain in self.iterate(DomainFilter(q=name)):
            if domain.domain.lower() == name.lower():
                return domain
        raise answer.bad("it does not show the new domain, and neither does the list")
