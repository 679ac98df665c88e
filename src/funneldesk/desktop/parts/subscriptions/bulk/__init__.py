"""Coming charges of many subscriptions, skipped or moved at once."""
