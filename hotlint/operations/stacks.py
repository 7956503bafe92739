"""Stacks that run in a cloud, or that were recorded."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hotlint.cloud.errors import CloudError
from hotlint.operations.errors import OperationError
from hotlint.operations.named_files import text_of

if TYPE_CHECKING:
    from hotlint.cloud.connection import CloudConnection
    from hotlint.plans.model import RecordedStack


def recorded(path: str) -> RecordedStack:
    """Return the stack in the recording at a path. Raises OperationError."""
    from hotlint.plans.recording import RecordingError, read

    try:
        return read(path, text_of(path))
    except RecordingError as exc:
        raise OperationError(str(exc)) from None


def connected(cloud: str, timeout: float | None = None) -> CloudConnection:
    """Return a connection to a cloud of clouds.yaml. One answer may take `timeout` seconds. Raises OperationError."""
    from hotlint.cloud.connection import connect

    with cloud_errors():
        return connect(cloud) if timeout is None else connect(cloud, request_seconds=timeout)


def running(connection: CloudConnection, name: str) -> RecordedStack:
    """Return a stack as it runs. Raises OperationError."""
    from hotlint.plans.stack_reader import read_stack

    with cloud_errors():
        return read_stack(connection, name)


@contextmanager
def cloud_errors() -> Iterator[None]:
    """Raise what goes wrong with a cloud as OperationError."""
    try:
        yield
    except CloudError as exc:
        raise OperationError(str(exc)) from None
