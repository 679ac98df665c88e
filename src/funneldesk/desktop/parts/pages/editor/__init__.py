"""The sources of the open page, and files that go into them."""
