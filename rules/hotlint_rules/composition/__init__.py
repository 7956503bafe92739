"""Rules on composition."""
