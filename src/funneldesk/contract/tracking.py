"""Tracking on the wire: clicks, sessions, replays, short links (document: Endpoints, Tracking)."""
