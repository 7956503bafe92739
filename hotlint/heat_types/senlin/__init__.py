"""Resource types of Senlin."""
