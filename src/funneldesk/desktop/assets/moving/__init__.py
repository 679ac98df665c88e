"""Copies and moves of files on the server, which has neither: fetched, sent, compared."""
