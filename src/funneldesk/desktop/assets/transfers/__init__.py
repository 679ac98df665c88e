"""Files on their way up and down: kept durably, carried out one after the other, told truly."""
