"""Copying and moving files to another folder."""
