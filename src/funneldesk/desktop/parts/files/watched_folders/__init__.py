"""Folders of this computer whose changes go up."""
