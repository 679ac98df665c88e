"""Copies and moves within the platform, which knows neither: fetched, sent, compared."""
