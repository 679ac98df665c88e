"""The platform's process: its start, its ready line, its end."""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from platform_process import PROGRAM, Place, api_headers, run_keys, served

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")


def ends_within(process: subprocess.Popen[bytes], seconds: float) -> int:
    """The exit status; fails when the process lives on."""
    return process.wait(timeout=seconds)


def test_the_ready_line_is_the_only_output_and_it_is_true(place: Place) -> None:
    with served(place) as running:
        assert list(running.ready) == ["base_url"]
        answer = httpx.get(f"{running.base_url}/login", trust_env=False)
        assert answer.status_code == 200
        running.process.send_signal(signal.SIGTERM)
        assert ends_within(running.process, 60) == 0
        assert running.process.stdout is not None
        assert running.process.stdout.read() == b""
        assert running.log.read_text("utf-8") == ""


@posix_only
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_cleanly_and_quickly_with_connections_open(
    place: Place, number: signal.Signals
) -> None:
    with served(place) as running, httpx.Client(trust_env=False, timeout=60) as client:
        assert client.get(f"{running.base_url}/login").status_code == 200
        address = httpx.URL(running.base_url)
        with socket.create_connection((address.host, address.port)) as silent:
            client.get(f"{running.base_url}/login")
            running.process.send_signal(number)
            # Whoever waits for the line to say something waits for ever.
            assert ends_within(running.process, 30) == 0
            assert silent.recv(1) == b""
        assert running.log.read_text("utf-8") == ""


@pytest.mark.deep
@posix_only
def test_a_signal_during_the_start_ends_it_too(place: Place) -> None:
    place.data.mkdir(parents=True)
    process = subprocess.Popen(
        [*PROGRAM, "serve", *place.words, "--sample", "small"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    lock = place.data / "platform.lock"
    watched = lock if place.database is None else place.data
    while process.poll() is None and not watched.exists():
        pass
    process.send_signal(signal.SIGTERM)
    _output, errors = process.communicate(timeout=60)
    assert b"Traceback" not in errors
    assert process.returncode in (0, -signal.SIGTERM)
    with served(place, "--sample", "small") as running:
        answer = httpx.get(
            f"{running.base_url}/api/brands/1", headers=api_headers(running.key()), trust_env=False
        )
        assert answer.status_code == 200


@posix_only
def test_beside_a_window_it_gives_way(place: Place) -> None:
    usual = os.getpriority(os.PRIO_PROCESS, 0)
    for words, steps in (((), 0), (("--lower-priority",), 5)):
        with served(place, *words) as running:
            lowest = 19
            given = os.getpriority(os.PRIO_PROCESS, running.process.pid)
            assert given == min(usual + steps, lowest)


@posix_only
def test_it_ends_when_its_parent_is_gone(place: Place) -> None:
    place.data.mkdir(parents=True)
    parent = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import subprocess, sys; sys.exit(subprocess.call(sys.argv[1:]))",
            *PROGRAM,
            "serve",
            *place.words,
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
    )
    assert parent.stdout is not None
    with parent.stdout:
        address = httpx.URL(json.loads(parent.stdout.readline())["base_url"])
        parent.kill()
        parent.wait()
        # The platform holds the other end of the pipe: it closes when the platform is gone.
        assert parent.stdout.read() == b""
    with pytest.raises(OSError):
        socket.create_connection((address.host, address.port), timeout=1)


def test_it_ends_with_its_input_when_asked_to(place: Place) -> None:
    with served(place, "--end-with-input", stdin=subprocess.PIPE) as running:
        assert running.process.stdin is not None
        running.process.stdin.close()
        assert ends_within(running.process, 60) == 0


def test_the_port_is_the_same_at_the_next_start(place: Place) -> None:
    with served(place) as first:
        pass
    with served(place) as second:
        assert second.base_url == first.base_url


def test_a_port_that_is_taken_meanwhile_is_given_up(place: Place) -> None:
    with served(place) as first:
        address = httpx.URL(first.base_url)
    with socket.create_server((address.host, address.port)), served(place) as second:
        assert second.base_url != first.base_url
        assert httpx.get(f"{second.base_url}/login", trust_env=False).status_code == 200


def test_a_port_that_is_asked_for_and_taken_is_said(place: Place) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        answer = subprocess.run(
            [*PROGRAM, "serve", *place.words, "--port", str(port)], capture_output=True, text=True
        )
    assert answer.returncode == 2
    assert answer.stdout == ""
    assert str(port) in answer.stderr
    assert "--port" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_one_folder_is_for_one_process(place: Place) -> None:
    if place.database is not None:
        pytest.skip("a PostgreSQL database may have several")
    with served(place) as running:
        answer = subprocess.run(
            [*PROGRAM, "serve", *place.words], capture_output=True, text=True, timeout=30
        )
        assert answer.returncode == 2
        assert answer.stdout == ""
        (sentence,) = answer.stderr.splitlines()
        assert str(place.data) in sentence
        assert "--data" in sentence
        assert httpx.get(f"{running.base_url}/login", trust_env=False).status_code == 200


def test_a_shared_database_takes_several_processes_from_the_first_start_on(
    place: Place, tmp_path: Path
) -> None:
    if place.database is None:
        pytest.skip("a SQLite folder has one")
    words = ["--database", place.database, "--sample", "small"]
    both = [
        subprocess.Popen(
            [*PROGRAM, "serve", "--data", str(tmp_path / name), *words],
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
        )
        for name in ("one", "two")
    ]
    try:
        ready = [json.loads(process.stdout.readline()) for process in both if process.stdout]
        for line in ready:
            for other in ready:
                headers = api_headers(other["keys"][0]["key"])
                url = f"{line['base_url']}/api/brands/1"
                assert httpx.get(url, headers=headers, trust_env=False).status_code == 200
    finally:
        for process in both:
            process.kill()
            process.communicate()


def test_acknowledged_writes_survive_a_kill(place: Place) -> None:
    titles: list[str] = []
    answer = run_keys(place, "create", "--brand", "7", "--role", "owner", "--new-brand", "Kept")
    headers = api_headers(answer.stdout.strip())
    with served(place) as running:
        url = f"{running.base_url}/api/brands/7/pages"
        with httpx.Client(headers=headers, trust_env=False, timeout=60) as client:
            for number in range(20):
                title = f"Kept {number}"
                answer = client.post(url, json={"title": title, "html": f"<p>{number}" * 500})
                assert answer.status_code == 200
                titles.append(title)
            running.process.kill()
            running.process.wait()
    with served(place) as running:
        url = f"{running.base_url}/api/brands/7/pages/all"
        rows = httpx.get(url, headers=headers, trust_env=False).json()["data"]
        assert {row["name"] for row in rows} >= set(titles)


def test_data_of_a_newer_program_is_left_alone(place: Place) -> None:
    from sqlalchemy import create_engine, text

    with served(place):
        pass
    engine = create_engine(place.url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    answer = subprocess.run([*PROGRAM, "serve", *place.words], capture_output=True, text=True)
    assert answer.returncode == 2
    assert "newer Funneldesk" in answer.stderr


@pytest.mark.parametrize("command", [["serve"], ["keys", "list", "--brand", "1"]])
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--data", "{file}/inside"], "cannot be used"),
        (["--data", "{spoilt}"], "cannot be opened"),
        (["--data", "{data}", "--database", "nonsense"], "not understood"),
        (["--data", "{data}", "--database", "oracle+nothing://x"], "not understood"),
        (["--data", "{data}", "--database", "mysql://x"], "not understood"),
        (
            ["--data", "{data}", "--database", "postgresql+psycopg://u:hush@127.0.0.1:1/x"],
            "cannot be opened",
        ),
    ],
)
def test_what_cannot_be_opened_is_said_in_a_sentence(
    tmp_path: Path, command: list[str], words: list[str], expected: str
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "spoilt").mkdir()
    (tmp_path / "spoilt" / "platform.db").write_bytes(b"This is no database." * 1000)
    names = {name: tmp_path / name for name in ("file", "spoilt", "data")}
    answer = subprocess.run(
        [*PROGRAM, *command, *(word.format(**names) for word in words)],
        capture_output=True,
        text=True,
    )
    assert answer.returncode == 2
    assert answer.stdout == ""
    assert len(answer.stderr.splitlines()) == 1
    assert expected in answer.stderr
    assert "hush" not in answer.stderr


SMALL_DISK = (
    sys.executable,
    "-c",
    "import os, resource, sys; most = int(sys.argv[1]);"
    "resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)); os.execv(sys.argv[2], sys.argv[2:])",
)


@posix_only
@pytest.mark.parametrize("most", [0, 5, 100_000, 2_000_000])
def test_a_full_disk_at_the_start_is_said_in_a_sentence(tmp_path: Path, most: int) -> None:
    """No file may become larger than that: the lock, the journal, the database, the sample's."""
    words = ("serve", "--data", str(tmp_path / "data"), "--sample", "small")
    answer = subprocess.run(
        [*SMALL_DISK, str(most), *PROGRAM, *words], capture_output=True, text=True, timeout=250
    )
    assert answer.returncode == 2, answer.stderr
    assert answer.stdout == ""
    assert len(answer.stderr.splitlines()) == 1, answer.stderr
    assert "cannot be" in answer.stderr


@pytest.mark.parametrize("spoilt", [range(1, 400), range(40, 400), range(1, 400, 3)])
def test_a_damaged_database_is_said_in_a_sentence(tmp_path: Path, spoilt: range) -> None:
    """Its first page is whole, many others are not."""
    place = Place(tmp_path / "data", None)
    with served(place) as running:
        running.process.terminate()
        running.process.wait()
    file = place.data / "platform.db"
    content = bytearray(file.read_bytes())
    for page in spoilt:
        content[page * 4096 : (page + 1) * 4096] = b"\xa5" * len(content[page * 4096 :][:4096])
    file.write_bytes(content)
    answer = subprocess.run(
        [*PROGRAM, "serve", *place.words, "--sample", "small"],
        capture_output=True,
        text=True,
        timeout=250,
    )
    assert answer.returncode == 2, answer.stderr
    assert len(answer.stderr.splitlines()) == 1, answer.stderr
    assert "database" in answer.stderr


def test_the_folder_is_for_its_user_alone(tmp_path: Path) -> None:
    data = tmp_path / "deep" / "data"
    answer = subprocess.run(
        [*PROGRAM, "keys", "list", "--data", str(data), "--brand", "1"], capture_output=True
    )
    assert answer.returncode == 0
    assert data.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there rights are no bits of a mode")
def test_what_was_there_is_closed_to_others_too(place: Place) -> None:
    """A folder that was made by hand, and what an older program left in it."""
    place.data.mkdir(parents=True)
    with served(place):
        pass
    for path in (place.data, *place.data.iterdir()):
        path.chmod(0o777 if path.is_dir() else 0o666)
    with served(place, "--sample", "none"):
        assert place.data.stat().st_mode & 0o777 == 0o700
        for name in place.data.glob("platform.db*"):
            assert name.stat().st_mode & 0o077 == 0, name


@pytest.mark.deep
def test_a_program_is_told_how_far_the_sample_is_and_may_stop_listening(place: Place) -> None:
    """Each step of the content once and in order, then the address; nothing for a person."""
    with served(place, "--sample", "small", "--progress") as running:
        assert running.process.stdout is not None
        told = [running.ready]
        while "base_url" not in told[-1]:
            told.append(json.loads(running.process.stdout.readline()))
        *steps, ready = told
        counted = [line for line in steps if "step" in line]
        assert [line["step"] for line in counted] == list(range(1, counted[0]["steps"] + 1))
        assert {line["brand"] for line in counted} == {key["brand"] for key in ready["keys"]}
        assert all(line["chapter"] in line["loading"] for line in steps)
        running.process.stdout.close()
        answer = httpx.get(f"{ready['base_url']}/login", trust_env=False)
        assert answer.status_code == 200
        running.process.terminate()
        running.process.wait(timeout=60)
        assert running.log.read_text("utf-8") == ""


@pytest.mark.parametrize(
    "words",
    [
        ["serve", "--port", "70000"],
        ["serve", "--plan", "pages"],
        ["serve", "--sample", "huge"],
        ["serve", "--clock-offset", "nan"],
        ["serve", "--clock-offset", "inf"],
        ["serve", "--clock-offset", "100000000"],
        ["serve", "--clock-offset", "soon"],
        ["serve", "--smtp", "http://x"],
        ["serve", "--smtp", "smtp://"],
        ["serve", "--smtp", "smtp://mail:many"],
        ["keys"],
        ["keys", "create", "--brand", "1", "--role", "king"],
        ["keys", "list", "--brand", "99999999999999999999"],
        ["keys", "list", "--brand", "0"],
    ],
)
def test_words_that_make_no_sense_are_explained(words: list[str]) -> None:
    answer = subprocess.run([*PROGRAM, *words], capture_output=True, text=True)
    assert answer.returncode == 2
    assert answer.stderr.startswith("usage: ")
    assert "Traceback" not in answer.stderr


def test_help_is_quick_to_import() -> None:
    script = (
        "import sys\nfrom funneldesk.server.cli import main\n"
        "try: main(['serve', '--help'])\nexcept SystemExit: pass\n"
        "heavy = {'fastapi', 'sqlalchemy', 'uvicorn', 'pydantic', 'alembic'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    assert "two brands after ninety days of business" in " ".join(answer.stdout.split())
