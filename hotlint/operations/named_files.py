"""Files that a caller names: read and written, or an error that says why not."""

from __future__ import annotations

from collections.abc import Iterable

from hotlint.operations.errors import OperationError, cannot_read


def text_of(path: str) -> str:
    """Return the text of a file. Raises OperationError where it cannot be read."""
    from hotlint.common.files import ReadError, read_text

    try:
        return read_text(path)
    except (OSError, ReadError) as exc:
        raise cannot_read(exc, path) from None


def must_open(path: str) -> None:
    """Raises FileNotFoundError or PermissionError for a file that cannot be opened, whatever it holds."""
    from hotlint.common.files import ReadError, read_start

    try:
        read_start(path, 1)
    except ReadError:
        return


def not_text(paths: Iterable[str]) -> dict[str, str]:
    """Return the files that are no text, each with the reason. Raises FileNotFoundError or PermissionError."""
    from hotlint.common.files import ReadError, read_text

    found = {}
    for path in paths:
        try:
            read_text(path)
        except ReadError as exc:
            found[path] = exc.message
    return found


def write_file(path: str, text: str) -> None:
    """Write a file, whole or not at all. Raises OperationError when that is impossible."""
    from hotlint.common.file_replacement import write_whole

    try:
        write_whole(path, text)
    except OSError as exc:
        raise OperationError(f"cannot write '{path}': {exc.strerror}") from None


def replace_file(path: str, before: str | None, text: str) -> None:
    """Write a file that held the text `before` (None: there was none), unless it changed since. Raises OperationError."""
    if before is None:
        write_file(path, text)
        return
    from hotlint.common.file_replacement import replace_text
    from hotlint.common.files import ReadError

    try:
        replace_text(path, before, text)
    except (OSError, ReadError) as exc:
        why = exc.strerror if isinstance(exc, OSError) else exc.message
        raise OperationError(f"cannot write '{path}': {why}") from None
