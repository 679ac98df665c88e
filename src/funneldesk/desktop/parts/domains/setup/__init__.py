"""From a name that nobody points to a domain that serves pages: steps, look-ups, rechecks."""
