"""What depends on a page: its funnel, links to it, its split tests."""
