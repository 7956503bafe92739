"""`python -m hotlint`."""

from hotlint.cli.main import entry

entry()
