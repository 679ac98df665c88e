"""Map of the world on which one place is shown."""
