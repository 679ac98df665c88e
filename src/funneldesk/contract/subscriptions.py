"""Subscriptions and retention offers on the wire (document: Endpoints, Subscriptions)."""
