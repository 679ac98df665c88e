"""``funneldesk keys``: makes, lists and revokes keys, also beside a running platform."""

import argparse
import sys
from functools import partial

from sqlalchemy import select

from funneldesk.server.db.engine import Database
from funneldesk.server.opening import opened
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.conversions.payment_events import payment_secret
from funneldesk.server.parts.pages.slugs import slug_of
from funneldesk.server.platform import Platform
from funneldesk.server.settings import CannotStart, Settings
from funneldesk.server.web.keys import OtherRole, issue, member, revoke
from funneldesk.server.web.roles import MODULES, Role
from funneldesk.server.web.tables import AccessKeyRow, MembershipRow, UserRow

REFUSED = 1
CANNOT_START = 2


class _Refused(Exception):
    """The command cannot be carried out; the message says what to do."""


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Carry out ``keys create``, ``list``, ``revoke`` or ``payment-secret``; the exit status."""
    commands = {"create": _create, "list": _list, "revoke": _revoke}
    commands["payment-secret"] = partial(_show_payment_secret, settings)
    try:
        with opened(settings) as database:
            commands[options.action](database, options)
    except CannotStart as error:
        sys.stderr.write(f"{error}\n")
        return CANNOT_START
    except _Refused as error:
        sys.stderr.write(f"{error}\n")
        return REFUSED
    return 0


def _create(database: Database, options: argparse.Namespace) -> None:
    strangers = sorted(set(options.without) - MODULES)
    if strangers:
        known = ", ".join(sorted(MODULES))
        raise _Refused(f"There is no module {strangers[0]}. The modules are: {known}.")
    role = Role(options.role)
    with database.writing() as session:
        if session.get(BrandRow, options.brand) is None:
            if not options.new_brand:
                raise _Refused(
                    f"There is no brand {options.brand}. To make it, add --new-brand and its name."
                )
            subdomain = f"{slug_of(options.new_brand)[:40]}-{options.brand}"
            session.add(BrandRow(id=options.brand, name=options.new_brand, subdomain=subdomain))
            session.flush()
        user = options.user or f"{role.value} of brand {options.brand}"
        try:
            user_id = member(session, options.brand, user, role)
        except OtherRole as error:
            raise _Refused(f"{error} Name another one with --user.") from error
        if options.email:
            session.get_one(UserRow, user_id).email = options.email
        key = issue(session, options.brand, user_id, name=options.name, without=options.without)
    sys.stderr.write("This key is shown only once. Keep it in a safe place.\n")
    sys.stdout.write(f"{key.secret_text}\n")


def _list(database: Database, options: argparse.Namespace) -> None:
    query = (
        select(AccessKeyRow, UserRow.name, MembershipRow.role)
        .join(UserRow, UserRow.id == AccessKeyRow.user_id)
        .join(
            MembershipRow,
            (MembershipRow.brand_id == AccessKeyRow.brand_id)
            & (MembershipRow.user_id == AccessKeyRow.user_id),
        )
        .where(AccessKeyRow.brand_id == options.brand, AccessKeyRow.revoked_at.is_(None))
        .order_by(AccessKeyRow.id)
    )
    with database.reading() as session:
        for row, user, role in session.execute(query):
            made = f"{row.created_at:%Y-%m-%d %H:%M}Z"
            sys.stdout.write(f"{row.id}\t{role}\t{made}\t{user}\t{row.name}\n")


def _show_payment_secret(
    settings: Settings, database: Database, options: argparse.Namespace
) -> None:
    with database.reading() as session:
        if session.get(BrandRow, options.brand) is None:
            raise _Refused(f"There is no brand {options.brand}.")
    secret = payment_secret(Platform.open(database, settings).secret, options.brand)
    sys.stderr.write("Payment events of this brand are signed with it. Keep it in a safe place.\n")
    sys.stdout.write(f"{secret.decode('ascii')}\n")


def _revoke(database: Database, options: argparse.Namespace) -> None:
    with database.writing() as session:
        if not revoke(session, options.brand, options.id):
            raise _Refused(
                f"Brand {options.brand} has no living key {options.id}. "
                "See them with: funneldesk keys list."
            )
