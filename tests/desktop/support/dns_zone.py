"""A small name server on this computer, whose answers a test chooses while it runs."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from dns import flags, message, rcode, rdatatype, rrset


@dataclass
class NameServer:
    """``records``: (name, type) to (value, seconds); what is not there does not exist, for
    ``remembered`` seconds. ``silent`` names are never answered. ``asked`` are the questions."""

    port: int
    records: dict[tuple[str, str], tuple[str, int]] = field(default_factory=dict)
    silent: set[str] = field(default_factory=set)
    asked: list[tuple[str, str]] = field(default_factory=list)
    remembered: int = 60

    @property
    def line(self) -> str:
        """As the dialog of the name servers has it."""
        return f"127.0.0.1:{self.port} Test"

    def answer(self, data: bytes) -> bytes | None:
        """The answer to a datagram; None leaves it without one."""
        question = message.from_wire(data)
        name = question.question[0].name.to_text().rstrip(".")
        kind = rdatatype.to_text(question.question[0].rdtype)
        self.asked.append((name, kind))
        if name in self.silent:
            return None
        reply = message.make_response(question)
        reply.flags |= flags.RA
        found = self.records.get((name, kind))
        if found is not None:
            reply.answer.append(rrset.from_text(f"{name}.", found[1], "IN", kind, found[0]))
        else:
            soa = "ns.test. root.test. 1 60 60 60 " + str(self.remembered)
            reply.authority.append(rrset.from_text("test.", self.remembered, "IN", "SOA", soa))
            if not any(known == name for known, _kind in self.records):
                reply.set_rcode(rcode.NXDOMAIN)
        return reply.to_wire()


@contextmanager
def name_server() -> Iterator[NameServer]:
    """Run one and end it with the block."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    listener.bind(("127.0.0.1", 0))
    server = NameServer(listener.getsockname()[1])

    def serve() -> None:
        while True:
            data, sender = listener.recvfrom(4096)
            if not data:
                return
            if (reply := server.answer(data)) is not None:
                listener.sendto(reply, sender)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
            last.sendto(b"", ("127.0.0.1", server.port))
        thread.join(5)
        listener.close()
