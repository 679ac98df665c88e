"""Set-up of CRM: entities, pipelines, stages and fields."""
