"""Copies and moves within the server, which knows neither: fetched, sent, compared."""
