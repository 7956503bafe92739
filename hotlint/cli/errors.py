"""Errors of the command line, which end a command with exit code 2, as those of operations do."""

from hotlint.operations.errors import OperationError


class UsageError(OperationError):
    """The command cannot run as it was called; the message says why, and what would be right."""
