"""Filmstrip of the sessions that are listed: one picture each, made for those that are seen."""
