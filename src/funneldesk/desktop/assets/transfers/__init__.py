"""Uploads and downloads: stored durably, carried out one after the other, reported file by file."""
