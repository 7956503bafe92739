"""Rules on security: advice by default; the profile `security` makes all of it fail a run."""
