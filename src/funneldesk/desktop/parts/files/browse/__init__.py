"""Folders, and what lies in them."""
