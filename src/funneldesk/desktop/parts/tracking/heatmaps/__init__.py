"""Heat maps of a page: clicks, how far it was scrolled, and where people stayed."""
