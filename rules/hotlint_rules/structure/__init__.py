"""Rules on structure."""
