"""Forms declared as data: fields, groups, refusals at the field."""
