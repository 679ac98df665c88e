"""Blogs on the wire: blogs and their categories (document: Endpoints, Blogs)."""
