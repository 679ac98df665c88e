"""Rows written to files that other programs open: CSV and XLSX, whole or not at all."""
