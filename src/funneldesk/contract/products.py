"""Products on the wire: what a brand sells (document: Endpoints, Products)."""
