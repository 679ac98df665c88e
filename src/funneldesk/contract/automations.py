"""Automations on the wire: workflows, their runs and logs (document: Endpoints, Automations)."""
