"""Versions of pages on this computer."""
