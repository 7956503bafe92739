"""Know Heat's resource types: their schemas by release, the validation of properties, plugins, extraction from Heat."""
