"""hotlint: linter, dry run and language server for OpenStack Heat (HOT) templates."""

__version__ = "0.1.0"
