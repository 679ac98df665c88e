"""Files into the brand and out of it."""
