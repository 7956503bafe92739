"""Present the dry run as a result: values with their provenance, differences, the dependency graph."""
