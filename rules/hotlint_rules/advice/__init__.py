"""Rules on advice."""
