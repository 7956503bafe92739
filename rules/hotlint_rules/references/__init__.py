"""Rules on references."""
