"""Split tests on the wire: which variant sells better (document: Endpoints, Split tests)."""
