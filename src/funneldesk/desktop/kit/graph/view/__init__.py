"""What paints a graph, and what hands and the keyboard do with it."""
