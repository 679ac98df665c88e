"""Tickets on the wire: support tickets and their messages (document: Endpoints, Tickets)."""
