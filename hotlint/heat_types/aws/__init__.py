"""Resource types that are compatible with those of AWS."""
