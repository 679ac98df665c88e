"""The split tests of the open page."""
