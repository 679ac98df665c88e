"""Notes of a split test on the server, and its hypothesis on this computer."""
