"""The version of hotlint; pyproject.toml states the same one, which a test compares."""

__version__ = "0.1.0"
