"""hotlint's own formats: one table of keys for each, which readers, JSON Schemas, completion, hovers and references share."""
