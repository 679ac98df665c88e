"""Who uses a file, what nobody uses, and what is missing."""
