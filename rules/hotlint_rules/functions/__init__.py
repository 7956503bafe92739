"""Rules on functions."""
