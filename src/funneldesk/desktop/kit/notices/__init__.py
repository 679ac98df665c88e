"""Messages to the user."""
