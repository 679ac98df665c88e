"""Funnels on the wire: pages in a row (document: Endpoints, Funnels)."""
