"""Components on the wire: the visual building blocks of pages (document: Endpoints, Components)."""
