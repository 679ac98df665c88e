"""Customers on the wire: who bought (document: Endpoints, Customers)."""
