"""Resource types of Mistral."""
