"""Tables over remote listings."""
