"""Errors of the command line, which end a command with exit code 2."""

from __future__ import annotations


class UsageError(Exception):
    """The command cannot run as it was called; the message says why, and what would be right."""


def missing_extra(exc: ModuleNotFoundError, extra: str, subject: str) -> Exception:
    """Return the usage error about a part of hotlint whose packages are not installed.

    `subject` begins the sentence. The exception itself is returned when it is hotlint's own module that is missing: a bug.
    """
    name = (exc.name or "").partition(".")[0]
    if name in ("", "hotlint", "hotlint_rules", "hotlint_server"):
        return exc
    return UsageError(
        f"{subject} requires the package '{name}', which is not installed: pip install 'hotlint[{extra}]'"
    )


def cannot_read(exc: OSError) -> str:
    """Return the message about a file that cannot be read."""
    return f"cannot read '{exc.filename}': {exc.strerror}"


def as_usage_error(exc: Exception) -> Exception:
    """Return the usage error that an exception of a run amounts to; the exception itself when it is a bug in hotlint."""
    from hotlint.common.files import ReadError
    from hotlint.linter.packs.registry import DuplicateCodeError

    if isinstance(exc, BrokenPipeError | UsageError | UnicodeError):
        return exc
    if isinstance(exc, DuplicateCodeError):
        return UsageError(f"two rule packs cannot be used together: {exc}")
    if isinstance(exc, OSError):
        return UsageError(cannot_read(exc))
    if isinstance(exc, ReadError):
        return UsageError(f"cannot read '{exc.path}': {exc}" if exc.path else f"cannot read an environment: {exc}")
    return UsageError(str(exc)) if exc.__class__ is ValueError else exc
