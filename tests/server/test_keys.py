"""``funneldesk keys``: made, listed, revoked (quirks 1, 4, 5 and 6)."""

import subprocess

import httpx
from platform_process import PROGRAM, Place, Served, api_headers, keys_words, run_keys, served


def status(running: Served, key: str, path: str = "/api/brands/7") -> int:
    """What a key gets."""
    url = f"{running.base_url}{path}"
    return httpx.get(url, headers=api_headers(key), trust_env=False).status_code


def test_a_key_is_shown_once_and_works_at_once(place: Place) -> None:
    with served(place) as running:
        words = ("create", "--brand", "7", "--role", "editor", "--new-brand", "Lucky")
        told = [*PROGRAM, *keys_words(place, *words, "--name", "CI")]
        made = subprocess.run(told, capture_output=True, text=True, check=False)
        assert made.returncode == 0, made.stderr
        (key,) = made.stdout.splitlines()
        assert key.startswith("fd_")
        assert "only once" in made.stderr
        assert status(running, key) == 200
        listed = run_keys(place, "list", "--brand", "7")
        (line,) = listed.stdout.splitlines()
        number, role, _made, _user, name = line.split("\t")
        assert (role, name) == ("editor", "CI")
        assert key.split("_")[1] == number
        assert key.split("_", 2)[2] not in listed.stdout + listed.stderr


def test_a_revoked_key_is_dead_at_once_and_others_live(place: Place) -> None:
    with served(place) as running:
        words = ("create", "--brand", "7", "--role", "admin", "--new-brand", "Lucky")
        first, second = (run_keys(place, *words).stdout.strip() for _ in range(2))
        assert (status(running, first), status(running, second)) == (200, 200)
        assert run_keys(place, "revoke", "--brand", "7", first.split("_")[1]).returncode == 0
        assert (status(running, first), status(running, second)) == (401, 200)
        again = run_keys(place, "revoke", "--brand", "7", first.split("_")[1])
        assert again.returncode == 1
        assert "no living key" in again.stderr
        assert len(run_keys(place, "list", "--brand", "7").stdout.splitlines()) == 1


def test_a_key_is_revoked_by_its_own_brand_only(place: Place) -> None:
    key = run_keys(
        place, "create", "--brand", "7", "--role", "owner", "--new-brand", "Lucky"
    ).stdout.strip()
    run_keys(place, "create", "--brand", "8", "--role", "owner", "--new-brand", "Other")
    assert run_keys(place, "revoke", "--brand", "8", key.split("_")[1]).returncode == 1
    with served(place) as running:
        assert status(running, key) == 200


def test_an_unknown_brand_is_explained(place: Place) -> None:
    answer = run_keys(place, "create", "--brand", "7", "--role", "editor")
    assert answer.returncode == 1
    assert answer.stdout == ""
    assert "--new-brand" in answer.stderr


def test_quirk_6_a_key_can_be_kept_from_a_module(place: Place) -> None:
    words = ("create", "--brand", "7", "--role", "owner", "--new-brand", "Lucky")
    strange = run_keys(place, *words, "--without", "weather")
    assert strange.returncode == 1
    assert "pages" in strange.stderr
    key = run_keys(place, *words, "--without", "pages").stdout.strip()
    with served(place) as running:
        assert status(running, key, "/api/brands/7/pages/all") == 403
        assert status(running, key) == 200


def test_a_new_key_does_not_change_the_role_of_its_user(place: Place) -> None:
    words = ("create", "--brand", "7", "--user", "Olga", "--new-brand", "Lucky", "--role")
    assert run_keys(place, *words, "viewer").returncode == 0
    answer = run_keys(place, *words, "owner")
    assert answer.returncode == 1
    assert answer.stdout == ""
    assert "Olga is viewer" in answer.stderr


def test_quirk_4_one_user_may_hold_keys_of_several_brands(place: Place) -> None:
    for brand in ("7", "8"):
        words = ("create", "--brand", brand, "--role", "viewer", "--user", "Olga")
        key = run_keys(place, *words, "--new-brand", f"Brand {brand}").stdout.strip()
    with served(place) as running:
        answer = httpx.get(
            f"{running.base_url}/api/brands/all", headers=api_headers(key), trust_env=False
        )
        assert [row["id"] for row in answer.json()["data"]] == [7, 8]
