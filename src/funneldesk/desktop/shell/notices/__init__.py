"""Toasts, the list of notices, and the banner about the connection."""
