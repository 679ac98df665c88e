"""Lists whose cost does not grow with their length."""
