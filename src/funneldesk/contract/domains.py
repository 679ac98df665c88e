"""Domains on the wire: custom and tracking domains (document: Endpoints, Domains)."""
