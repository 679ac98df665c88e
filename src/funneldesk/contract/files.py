"""File manager on the wire: the assets of a brand (document: Endpoints, File manager)."""
