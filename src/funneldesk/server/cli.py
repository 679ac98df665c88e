"""``funneldesk serve`` and ``funneldesk keys``: the words of the command line.

Nothing heavy is imported before the words are understood, so that ``--help`` is quick.
"""

import argparse
import gc
import math
import os
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

from funneldesk.server.parent import ParentWatch
from funneldesk.server.settings import DATABASE_WAIT, PATIENCE, SAMPLES, Settings, default_data

ROLES = ("owner", "admin", "editor", "viewer")
REDIRECTED = ("pages", "products")
MOST_DAYS_AHEAD = 36_500
POLITENESS = 5
"""Steps of priority (of 19) that the platform gives way by."""


def main(argv: list[str]) -> int:
    """Run ``serve …`` or ``keys …``. Gives the exit status: 0 well, 1 refused, 2 cannot start."""
    options = _parser().parse_args(argv)
    os.umask(0o077)  # whatever is made from here on is for this user's eyes only
    if options.command == "serve":
        gc.disable()  # until all is loaded: nothing of it is garbage
        if options.lower_priority and hasattr(os, "nice"):
            os.nice(POLITENESS)
        watch = ParentWatch()
        watch.start(input_too=options.end_with_input)
        from funneldesk.server.serving import serve

        return serve(_settings(options), watch)
    from funneldesk.server.key_commands import run

    return run(options, _settings(options))


def _settings(options: argparse.Namespace) -> Settings:
    data = (options.data or default_data()).expanduser().resolve()
    if options.command == "keys":
        return Settings(data, database=options.database, database_wait=options.database_wait)
    return Settings(
        data,
        host=options.host,
        port=options.port,
        database=options.database,
        sample=options.sample,
        sample_in_background=options.sample_in_background,
        plan=dict(options.plan),
        redirected=frozenset(options.redirect_updates),
        tells_progress=options.progress,
        clock_offset=timedelta(days=options.clock_offset),
        cdn_url=options.cdn_url,
        storage_url=options.storage,
        smtp_url=options.smtp,
        allow_outgoing=options.allow_outgoing,
        dns_zone=options.dns_zone,
        platform_domain=options.platform_domain,
        trusted_proxies=tuple(options.trusted_proxy),
        limits_visitors=not options.no_visitor_limits,
        patience=options.patience,
        database_wait=options.database_wait,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("funneldesk")
    commands = parser.add_subparsers(dest="command", required=True)
    _add_serve(commands.add_parser("serve", help="run the embedded platform"))
    _add_keys(commands.add_parser("keys", help="create, list or revoke keys"))
    return parser


def _add_place(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="the platform's folder (default: the user's own)"
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help="postgresql+psycopg://… for a shared database (default: SQLite in the folder)",
    )
    parser.add_argument(
        "--database-wait",
        type=_seconds,
        default=DATABASE_WAIT,
        metavar="SECONDS",
        help="how long a call waits for the database before it is told to come again (default: 15)",
    )


def _add_serve(serve: argparse.ArgumentParser) -> None:
    serve.description = (
        "Runs the platform until it is told to end. Once ready it prints one line of JSON: "
        "its address and, with a sample, fresh keys."
    )
    _add_place(serve)
    serve.add_argument("--host", default="127.0.0.1", help="the address to listen on")
    serve.add_argument(
        "--port", type=_port, default=0, help="0 (default): the port of the last start, or any"
    )
    _add_sample(serve)
    serve.add_argument(
        "--plan",
        type=_limit,
        action="append",
        default=[],
        metavar="FEATURE=N",
        help="let a brand have at most N of a feature, for example pages=10",
    )
    serve.add_argument(
        "--redirect-updates",
        choices=REDIRECTED,
        action="append",
        default=[],
        metavar="PART",
        help="answer updates of this part by a redirect to the login page",
    )
    _add_surroundings(serve)
    _add_strangers(serve)
    _add_caller(serve)


def _add_sample(serve: argparse.ArgumentParser) -> None:
    serve.add_argument(
        "--sample",
        choices=SAMPLES,
        default="none",
        help=(
            "load the sample workspace: two brands after ninety days of business. small takes "
            "seconds; large, with a million events and a hundred thousand orders, some minutes. "
            "A folder keeps the sample that it began with"
        ),
    )
    serve.add_argument(
        "--sample-in-background",
        action="store_true",
        help=(
            "be ready once the sample's pages, products and other content are there, and write its "
            "ninety days of business while answering; jobs begin after that"
        ),
    )


def _add_caller(serve: argparse.ArgumentParser) -> None:
    """What a program needs that starts this one."""
    serve.add_argument(
        "--progress",
        action="store_true",
        help="before the line of JSON print others that tell which step of the sample is loaded",
    )
    serve.add_argument("--end-with-input", action="store_true", help="end when standard input ends")


def _add_surroundings(serve: argparse.ArgumentParser) -> None:
    serve.add_argument(
        "--lower-priority", action="store_true", help="give way to other programs, as to a window"
    )
    serve.add_argument(
        "--clock-offset",
        type=_days,
        default=0.0,
        metavar="DAYS",
        help="let the platform live so many days ahead, for example to see renewals",
    )
    serve.add_argument("--cdn-url", metavar="URL", help="where assets are served (default: here)")
    serve.add_argument(
        "--storage",
        metavar="URL",
        help="s3://BUCKET[/PREFIX] to keep files there (default: the platform's folder)",
    )
    serve.add_argument(
        "--smtp",
        type=_mail_server,
        metavar="URL",
        help="smtp[s]://user@host:port to send mail (default: files in the folder's outbox)",
    )
    serve.add_argument(
        "--allow-outgoing",
        action="store_true",
        help="let automations call public addresses of others",
    )
    serve.add_argument(
        "--dns-zone",
        type=Path,
        metavar="FILE",
        help="check domains against this file of names (JSON) in place of the DNS",
    )
    serve.add_argument(
        "--platform-domain",
        default="funneldesk.localhost",
        metavar="NAME",
        help="the name that subdomains of brands stand under (default: funneldesk.localhost)",
    )


def _add_strangers(serve: argparse.ArgumentParser) -> None:
    serve.add_argument(
        "--trusted-proxy",
        type=_network,
        action="append",
        default=[],
        metavar="ADDRESS",
        help=(
            "believe X-Forwarded-For, X-Forwarded-Proto and country headers from this address or "
            "network, for example 10.0.0.0/8 (default: from nobody)"
        ),
    )
    serve.add_argument(
        "--no-visitor-limits",
        action="store_true",
        help="take any number of events, forms and guesses from one address, as load tests need",
    )
    serve.add_argument(
        "--patience",
        type=_seconds,
        default=PATIENCE,
        metavar="SECONDS",
        help="how long a connection may keep a request waiting for its rest (default: 20)",
    )


def _add_keys(keys: argparse.ArgumentParser) -> None:
    actions = keys.add_subparsers(dest="action", required=True)
    create = actions.add_parser("create", help="make a key; it is shown this once")
    create.add_argument("--role", choices=ROLES, required=True)
    create.add_argument("--name", default="", help="what the key is for")
    create.add_argument(
        "--user", metavar="NAME", help="whose key it is (default: one user for each role)"
    )
    create.add_argument(
        "--email", type=_address, help="the user's e-mail address, where exports go"
    )
    create.add_argument(
        "--new-brand", metavar="NAME", help="make the brand, under this name, if there is none"
    )
    create.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="MODULE",
        help="a module that the key cannot reach, for example pages",
    )
    listing = actions.add_parser("list", help="show the living keys of a brand, without secrets")
    revoke = actions.add_parser("revoke", help="end a key at once")
    revoke.add_argument("id", type=_number, help="the number of the key, as the list shows it")
    payments = actions.add_parser(
        "payment-secret", help="show the secret that signs a brand's payment events"
    )
    for action in (create, listing, revoke, payments):
        _add_place(action)
        action.add_argument("--brand", type=_number, required=True, metavar="N")


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)


def _seconds(text: str) -> float:
    if not text.replace(".", "", 1).isdecimal() or not 0.01 <= float(text) <= 600:
        raise argparse.ArgumentTypeError("this is a number of seconds from 0.01 to 600")
    return float(text)


def _days(text: str) -> float:
    try:
        days = float(text)
    except ValueError:
        days = math.nan
    if not abs(days) <= MOST_DAYS_AHEAD:  # nor is it a number that compares with none
        raise argparse.ArgumentTypeError(
            f"this is a number of days from -{MOST_DAYS_AHEAD:,} to {MOST_DAYS_AHEAD:,}"
        )
    return days


def _mail_server(text: str) -> str:
    try:
        server = urlsplit(text)
        is_known = server.scheme in ("smtp", "smtps") and bool(server.hostname) and server.port != 0
    except ValueError:
        is_known = False
    if not is_known:
        raise argparse.ArgumentTypeError(
            "a mail server is written like smtp://user:password@mail.example.com:587"
        )
    return text


def _number(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text[:19]) < 2**63 or len(text) > 19:
        raise argparse.ArgumentTypeError("this is a number from 1 upwards")
    return int(text)


def _address(text: str) -> str:
    from funneldesk.contract.email_addresses import is_email

    if not is_email(text):
        raise argparse.ArgumentTypeError("this is not an e-mail address")
    return text


def _network(text: str) -> str:
    from ipaddress import ip_network

    try:
        return str(ip_network(text, strict=False))
    except ValueError:
        raise argparse.ArgumentTypeError(
            "a proxy is an address or a network, for example 10.0.0.1 or 10.0.0.0/8"
        ) from None


def _limit(text: str) -> tuple[str, int]:
    feature, _, number = text.partition("=")
    if not feature or not number.isdecimal():
        raise argparse.ArgumentTypeError("write it as FEATURE=N, for example pages=10")
    return feature, int(number)
