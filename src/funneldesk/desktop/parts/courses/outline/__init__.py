"""Outline of a course: its modules in their order, with their lessons."""
