"""Why there is no image of a file."""


class CannotShow(Exception):
    """There is no picture of this; the text is a sentence for the user."""
