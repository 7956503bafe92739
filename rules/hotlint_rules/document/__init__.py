"""Rules on document."""
