"""One dependency for all parts: the brand in the path, the role, the module (quirks 3 to 7)."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from fastapi import Request, Response

from funneldesk.contract.errors import BRAND_DENIED
from funneldesk.server.platform import Platform
from funneldesk.server.web.authentication import CALLER, login_redirect
from funneldesk.server.web.errors import Refused, forbidden
from funneldesk.server.web.keys import Caller
from funneldesk.server.web.roles import Need, no_access, refusal


class LoginRedirect(Exception):
    """The answer is a redirect to the login page, although the key is good (quirk 3)."""


@dataclass(frozen=True, slots=True)
class Access:
    """What a route may work with. ``brand_id`` is the key's brand and the path's brand."""

    platform: Platform
    caller: Caller
    brand_id: int

    def reaches(self, module: str) -> bool:
        """Whether an answer of another part may show what belongs to ``module``."""
        return module not in self.caller.withheld

    def require(self, module: str) -> None:
        """Raises Refused (403) when a call of another part would touch a closed ``module``."""
        if not self.reaches(module):
            raise forbidden(no_access(module))


def allow(part: str, need: Need, *also: str) -> Callable[[Request], Awaitable[Access]]:
    """A dependency that lets a call in when its key reaches ``part`` of the brand in the path.

    ``also`` are modules of other parts that the call reads or writes. Raises Refused: 401 for
    another brand's key, 403 for a role or a module.
    """

    async def dependency(request: Request) -> Access:
        access = await authenticated(request)
        caller = access.caller
        if caller.role is None or request.path_params["brand"] != caller.brand_id:
            raise Refused(401, {"message": BRAND_DENIED})
        reason = refusal(caller.role, caller.withheld, part, need)
        if reason is not None:
            raise forbidden(reason)
        for module in also:
            access.require(module)
        if request.method == "PUT" and part in access.platform.settings.redirected:
            raise LoginRedirect
        return access

    return dependency


async def authenticated(request: Request) -> Access:
    """A dependency for the calls that name no brand: any good key will do."""
    caller: Caller = request.scope[CALLER]
    return Access(request.app.state.platform, caller, caller.brand_id)


async def redirect_to_login(_request: Request, _error: Exception) -> Response:
    """The handler of LoginRedirect."""
    return login_redirect()
