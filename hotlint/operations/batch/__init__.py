"""Check many files: discovery, worker processes, kept results."""
