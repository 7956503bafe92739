"""Rules on what Heat accepts and deploys, and what then has no effect."""
