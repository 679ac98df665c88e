"""Customers as every section shows them."""
