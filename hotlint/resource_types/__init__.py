"""Heat's resource types: schemas by release, validation of properties, plugins, and extraction of facts from Heat."""
