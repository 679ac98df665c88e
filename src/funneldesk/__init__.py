"""Funneldesk: a desktop program for sales-funnel platforms, with a platform of its own inside."""

__version__ = "0.1.0"
