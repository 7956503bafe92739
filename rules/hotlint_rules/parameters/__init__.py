"""Rules on parameters."""
