"""The rules that every call of a connection obeys: how many at once, what repeats, what fails."""

import asyncio
import contextlib
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote, urlencode

from pydantic_core import to_json

from funneldesk.client.address import Address
from funneldesk.client.answer import Answer
from funneldesk.client.call import Call, Take, Timeouts
from funneldesk.client.errors import ApiError, TimedOut, Unreachable
from funneldesk.client.faults import fault
from funneldesk.client.retries import REPEATS, may_repeat, pause_before, wait_asked_for
from funneldesk.client.secret import Secret
from funneldesk.client.transport import Transport
from funneldesk.client.uploads import Form

IN_FLIGHT = 6
LARGEST_ANSWER = 64_000_000


class Calls:
    """A connection's calls: at most ``IN_FLIGHT`` at a time, repeated only where that is safe."""

    def __init__(self, address: Address, secret: Secret, timeouts: Timeouts) -> None:
        self.address = address
        self.timeouts = timeouts
        self.closed = False
        self._transport = Transport(secret, timeouts)
        self._slots = asyncio.Semaphore(IN_FLIGHT)
        self._going = 0
        self._quiet = asyncio.Event()

    @property
    def secret(self) -> Secret:
        """The key that calls carry now."""
        return self._transport.secret

    def replace_key(self, secret: Secret) -> None:
        """Calls that leave from now on carry this key."""
        self._transport.secret = secret

    async def send(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: object = None,
        addressed: bool = False,
        blindly: bool = True,
    ) -> Answer:
        """Make a call of the interface and return its 2xx answer.

        ``query`` values may be lists; True and False become 1 and 0. ``addressed`` tells that the
        path names exactly one record, so that PUT and DELETE may be repeated; not ``blindly``:
        only where it surely was not carried out. Raises ApiError.
        """
        full = f"{path}?{_query(query)}" if query else path
        content = None if body is None else to_json(body)
        again = may_repeat(method, addressed)
        return await self._carry(method, full, content, again, blindly=blindly)

    async def allowed(self, path: str) -> frozenset[str]:
        """The methods that the platform says a path takes (``Allow``), whatever else it answers;
        none where it does not say. Raises ApiError when it cannot be asked."""
        answer = await self._once(Call("OPTIONS", self.address, path, LARGEST_ANSWER))
        told = answer.headers.get("allow", "").upper().split(",")
        return frozenset(word.strip() for word in told if word.strip())

    async def upload(self, path: str, form: Form, *, method: str = "POST") -> Answer:
        """Send a form with files, once, and return the 2xx answer. Raises ApiError."""
        call = Call(method, self.address, path, LARGEST_ANSWER, form=form)
        try:
            answer = await self._once(call)
        finally:
            form.close()
        if not answer.ok:
            raise fault(answer, self.scrub)
        return answer

    async def fetch(self, address: Address, path: str, limit: int) -> bytes:
        """Read a public file, without the key; ``limit`` in bytes. Raises ApiError."""
        call = Call("GET", address, path, limit, keyed=False)
        answer = await self._once(call)
        if not answer.ok:
            raise fault(answer, self.scrub)
        return answer.body

    async def pour(self, address: Address, path: str, limit: int, take: Take) -> Answer:
        """Hand a public file on piece by piece, without the key; the answer has no body then.

        Raises ApiError, and what ``take`` raises.
        """
        call = Call("GET", address, path, limit, keyed=False, take=take)
        answer = await self._once(call)
        if not answer.ok:
            raise fault(answer, self.scrub)
        return answer

    def scrub(self, text: str) -> str:
        """``text`` without the key."""
        return self._transport.secret.scrub(text)

    async def aclose(self, grace: float) -> None:
        """Take no more calls, let those in flight end within ``grace`` seconds, hang up."""
        self.closed = True
        if self._going:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._quiet.wait(), grace)
        await self._transport.aclose()

    async def _carry(
        self, method: str, path: str, body: bytes | None, again: bool, *, blindly: bool = True
    ) -> Answer:
        repeats = REPEATS if again else 0
        turn = 0
        unsure = False  # whether an earlier turn may have been carried out
        while True:
            wait: float | None = None
            failure: ApiError
            try:
                answer = await self._once(Call(method, self.address, path, LARGEST_ANSWER, body))
                if answer.ok or (unsure and method == "DELETE" and answer.status == 404):
                    return answer
                wait = wait_asked_for(answer)
                failure = fault(answer, self.scrub)
            except (Unreachable, TimedOut) as error:
                failure = error
                if error.status is None and not self.closed:
                    wait = pause_before(turn + 1)
            failure.maybe_done = unsure = unsure or failure.maybe_done
            turn += 1
            if wait is None or turn > repeats or (unsure and not blindly):
                raise failure
            await asyncio.sleep(wait)

    async def _once(self, call: Call) -> Answer:
        async with self._slots:
            if self.closed:
                raise Unreachable("This connection was closed.", method=call.method, path=call.path)
            self._going += 1
            try:
                return await self._transport.exchange(call)
            finally:
                self._going -= 1
                if self.closed and not self._going:
                    self._quiet.set()


def segment(value: object) -> str:
    """An id, code or e-mail address as one segment of a path, percent-encoded whole (quirk 60).

    Raises ValueError for what would be no segment of its own: nothing, ``.`` and ``..``.
    """
    text = str(value)
    if text in ("", ".", ".."):
        raise ValueError(f"{text!r} is no id.")
    return quote(text, safe="")


def _query(query: Mapping[str, Any]) -> str:
    def pairs() -> Iterator[tuple[str, object]]:
        for name, value in query.items():
            for item in value if isinstance(value, list | tuple) else (value,):
                yield name, int(item) if isinstance(item, bool) else item

    return urlencode(list(pairs()))
