"""Collections on the wire: forms and their entries (document: Endpoints, Collections)."""
