"""Renderings of foreign pages."""
