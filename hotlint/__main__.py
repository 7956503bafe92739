"""`python -m hotlint`."""

from hotlint.cli import entry

entry()
