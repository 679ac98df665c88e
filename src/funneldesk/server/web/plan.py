"""What a brand's plan allows (document: Errors, "Page plan limit exceeded"; quirk 6)."""

from collections.abc import Mapping

from funneldesk.server.web.errors import Refused


class Plan:
    """How many of a feature one brand may have; no entry means no limit."""

    def __init__(self, limits: Mapping[str, int]) -> None:
        self._limits = dict(limits)

    def check(self, feature: str, current_count: int) -> None:
        """Raises Refused (422) when one more would be over the plan's limit."""
        limit = self._limits.get(feature)
        if limit is None or current_count < limit:
            return
        message = f"Your plan allows {limit} {feature}, and this brand has {current_count}."
        raise Refused(
            422,
            {
                "error": "plan limit exceeded",
                "plan_error": {
                    "type": "plan_limit_exceeded",
                    "feature": feature,
                    "message": message,
                    "current_count": current_count,
                    "limit": limit,
                },
            },
        )

    def check_creation(self, feature: str, current_count: int, /, **more: str) -> None:
        """Raises Refused (403) in the shape of courses, quizzes and automations.

        ``more`` goes into ``plan_error``: quizzes name ``type``, ``feature`` and ``plan_name``.
        """
        limit = self._limits.get(feature)
        if limit is None or current_count < limit:
            return
        message = f"Your plan allows {limit} {feature}, and this brand has {current_count}."
        upgrade = {"feature": feature, "current_count": current_count, "limit": limit}
        raise Refused(
            403,
            {
                "error": f"your plan does not allow more {feature}",
                "plan_error": {"message": message, "upgrade_info": upgrade, **more},
            },
        )
