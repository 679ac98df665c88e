"""Files of the brand that go into a source."""
