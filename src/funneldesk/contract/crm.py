"""CRM on the wire: entities, pipelines, stages, fields, entries (document: Endpoints, CRM)."""
