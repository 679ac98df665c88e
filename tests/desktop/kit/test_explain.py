"""Every failure in three parts: what happened, what it means for the work, what to do."""

from pathlib import Path

import pytest

from funneldesk.client import errors
from funneldesk.client.address import BadAddress
from funneldesk.client.errors import ApiError
from funneldesk.client.secret import BadKey
from funneldesk.contract.errors import PlanRefusal
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.local.files.problems import LocalStoreProblem, ProblemKind

KEY = "fd_1_veryvery-secret"


def tree(kind: type[ApiError] = ApiError) -> list[type[ApiError]]:
    """Every class of the client's errors."""
    return [kind, *(below for sub in kind.__subclasses__() for below in tree(sub))]


def made(kind: type[ApiError], **words: object) -> ApiError:
    return kind("It failed.", method="PUT", path="/api/brands/1/pages/2", **words)  # type: ignore[arg-type]


def test_the_tree_is_known() -> None:
    assert {"NotSignedIn", "WrongBrand", "RoleDenied", "Invalid", "Unreachable"} <= {
        kind.__name__ for kind in tree()
    }
    assert len(tree()) > 14


@pytest.mark.parametrize("kind", tree())
def test_every_error_has_three_parts(kind: type[ApiError]) -> None:
    told = explain(made(kind, status=400), "Saving the page")
    for part in (told.what, told.so_what, told.now_what):
        assert part[0].isupper()
        assert part.endswith(".")
    assert told.tone in ("warning", "danger")
    assert "PUT /api/brands/1/pages/2" in told.details


@pytest.mark.parametrize("kind", tree())
def test_every_error_becomes_a_notice_that_can_be_tried_again(kind: type[ApiError]) -> None:
    told = explain(made(kind), "Saving the page")
    tried: list[bool] = []
    notice = told.notice("save", lambda: tried.append(True))
    assert notice.title == told.what
    assert told.now_what in notice.text
    assert notice.action is not None
    notice.action.run()
    assert tried == [True]


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (errors.NotSignedIn, "no longer accepts this key"),
        (errors.WrongBrand, "cannot open this brand"),
        (errors.RoleDenied, "Your role does not allow this"),
        (errors.LoginRedirect, "login page"),
        (errors.NotFound, "does not have this any more"),
        (errors.Unreachable, "cannot be reached"),
        (errors.TimedOut, "took too long"),
        (errors.RateLimited, "slow down"),
        (errors.ServerFault, "fault of its own"),
        (errors.BadAnswer, "cannot be read"),
    ],
)
def test_causes_are_told_apart(kind: type[ApiError], words: str) -> None:
    assert words in explain(made(kind), "Saving the page").what


def test_both_401s_get_different_advice_quirk_5() -> None:
    bad_key = explain(made(errors.NotSignedIn))
    other_brand = explain(made(errors.WrongBrand))
    assert bad_key.now_what != other_brand.now_what
    assert "brand" in other_brand.now_what


def test_role_and_plan_are_told_apart_quirk_6() -> None:
    refused = errors.PlanDenied("It failed.", method="POST", path="/api/brands/1/pages")
    refused.refusal = PlanRefusal(message="You have 10 of 10 pages.")
    told = explain(refused, "Creating the page")
    assert "plan" in told.what
    assert "You have 10 of 10 pages." in told.so_what
    assert "Upgrade" in told.now_what
    assert "plan" not in explain(made(errors.RoleDenied)).what


def test_the_platform_s_words_about_fields_are_told() -> None:
    error = errors.Invalid("It failed.", method="PUT", path="/x", status=422)
    error.messages = ["The slug has already been taken."]
    told = explain(error, "Saving the page")
    assert told.what == "Saving the page was not accepted."
    assert told.so_what == "The slug has already been taken."


@pytest.mark.parametrize("kind", [errors.Unreachable, errors.TimedOut, errors.BadAnswer])
def test_what_may_have_happened_is_said(kind: type[ApiError]) -> None:
    assert "may have been carried out" in explain(made(kind, maybe_done=True)).so_what
    assert "may have been carried out" not in explain(made(kind)).so_what


def test_a_full_disk_has_words_of_its_own() -> None:
    told = explain(LocalStoreProblem(ProblemKind.DISK_FULL, Path("/tmp/brand.sqlite3")))
    assert "disk of this computer is full" in told.what
    assert "not saved" in told.so_what
    assert "Free some space" in told.now_what


def test_a_file_that_may_not_be_opened_is_no_fault_inside(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="directory") as caught:
        (tmp_path / "file").mkdir() or (tmp_path / "file").read_bytes()
    told = explain(caught.value)
    assert "folder is in the place of a file" in told.what
    assert told.details == str(tmp_path / "file")


def test_a_wrong_address_is_the_user_s_to_correct() -> None:
    told = explain(BadAddress("The address begins with https:// or http://."))
    assert "address" in told.what
    assert "begins with https://" in told.so_what
    assert "inside Funneldesk" not in told.what


def test_what_cannot_be_a_key_is_not_repeated() -> None:
    told = explain(BadKey("The key holds characters that no key has; copy it again, whole."))
    assert "cannot be a key" in told.what
    assert "copy it again" in told.so_what


def test_a_bug_says_that_the_work_is_kept() -> None:
    told = explain(KeyError("blocks"), "Saving the page")
    assert "inside Funneldesk" in told.what
    assert "Saving the page did not finish." in told.so_what
    assert "kept" in told.now_what
    assert "KeyError" in told.details


def test_the_key_is_in_no_details() -> None:
    error = made(errors.NotSignedIn, status=401, excerpt='{"error": "invalid API key"}')
    told = explain(error, "Reading the pages")
    assert KEY not in f"{told!r}{told.notice()!r}"
