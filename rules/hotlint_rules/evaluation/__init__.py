"""Rules on evaluation."""
