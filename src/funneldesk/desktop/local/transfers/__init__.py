"""Transfers and watched folders, durable step by step."""
