"""Refunds of many orders: collected, sent one after the other, told for accounting."""
