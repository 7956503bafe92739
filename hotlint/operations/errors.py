"""The errors of operations: what cannot be done as it was asked for. Each face shows them in its own way."""

from __future__ import annotations

from hotlint.common.annotations import TYPE_CHECKING

if TYPE_CHECKING:
    from hotlint.common.files import ReadError


class OperationError(Exception):
    """What was asked for cannot be done. The text of the exception is a sentence for the user, without a full stop.

    `place` is the file that it is about, with the line where there is one; "" without such. `advice` says what to do instead.
    `notes` are those that the result would have had (see `hotlint.operations.inputs`).
    """

    def __init__(self, message: str, *, place: str = "", advice: str = "", notes: tuple[str, ...] = ()) -> None:
        self.message = message
        self.place = place
        self.advice = advice
        self.notes = notes
        super().__init__(f"{f'{place}: ' if place else ''}{message}{f'; {advice}' if advice else ''}")


def missing_extra(exc: ModuleNotFoundError, extra: str, subject: str) -> Exception:
    """Return the error about a part of hotlint whose packages are not installed.

    `subject` begins the sentence. The exception itself is returned when it is hotlint's own module that is missing: a bug.
    """
    name = (exc.name or "").partition(".")[0]
    if name in ("", "hotlint", "hotlint_rules", "hotlint_server"):
        return exc
    needs = f"{subject} requires the package '{name}', which is not installed"
    return OperationError(f"{needs}: pip install 'hotlint[{extra}]'")


def cannot_read(exc: OSError | ReadError, path: str = "") -> OperationError:
    """Return the error about a file that cannot be read: `path`, unless the exception itself names one."""
    if isinstance(exc, OSError):
        return OperationError(f"cannot read '{exc.filename}': {exc.strerror}")
    return OperationError(f"cannot read '{exc.path or path}': {exc.message}")


def as_operation_error(exc: Exception) -> Exception:
    """Return the error that an exception of an operation amounts to; the exception itself when it is a bug in hotlint."""
    from hotlint.common.files import ReadError
    from hotlint.linter.packs.registry import DuplicateCodeError

    if isinstance(exc, BrokenPipeError | OperationError | UnicodeError):
        return exc
    if isinstance(exc, DuplicateCodeError):
        return OperationError(f"two rule packs cannot be used together: {exc}")
    if isinstance(exc, ReadError) and not exc.path:
        return OperationError(f"cannot read an environment: {exc}")
    if isinstance(exc, OSError | ReadError):
        return cannot_read(exc)
    return OperationError(str(exc)) if exc.__class__ is ValueError else exc
