"""Never a silent overwrite: what two people changed is brought together, or asked about."""
