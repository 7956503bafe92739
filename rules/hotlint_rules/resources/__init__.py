"""Rules on resources."""
