"""Conversions on the wire: orders (document: Endpoints, Conversions)."""
