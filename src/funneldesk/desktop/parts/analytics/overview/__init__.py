"""Overview: cards, the trend, and what it comes from."""
