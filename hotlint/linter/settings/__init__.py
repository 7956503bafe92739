"""Settings: .hotlint.yaml, read, checked and found."""
