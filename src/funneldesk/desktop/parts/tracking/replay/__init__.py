"""Recordings of page views, played over a still picture of the page (quirk 53)."""
