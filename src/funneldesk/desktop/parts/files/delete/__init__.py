"""Deleting files and folders, and the way back."""
