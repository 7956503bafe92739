"""What a user is told of an exception: a sentence for what is wrong outside of hotlint; a bug stays what it is."""

from __future__ import annotations

import pytest
from for_each import for_each

from hotlint.common.files import ReadError
from hotlint.linter.packs.registry import DuplicateCodeError
from hotlint.operations.errors import OperationError, as_operation_error, cannot_read, missing_extra


class OwnValueError(ValueError):
    """A kind of ValueError, which no option raises."""


@for_each(
    ("exc", "message"),
    [
        (DuplicateCodeError("two rules are HOT1"), "two rule packs cannot be used together: two rules are HOT1"),
        (FileNotFoundError(2, "No such file", "a.env"), "cannot read 'a.env': No such file"),
        (PermissionError(13, "Permission denied", "b.env"), "cannot read 'b.env': Permission denied"),
        (ReadError("it is binary", "c.env"), "cannot read 'c.env': it is binary"),
        (ReadError("it is binary"), "cannot read an environment: it is binary"),
        (ValueError("no rule matches HOT77"), "no rule matches HOT77"),
    ],
)
def test_what_is_wrong_outside_of_hotlint_is_a_sentence(exc: Exception, message: str) -> None:
    found = as_operation_error(exc)
    assert isinstance(found, OperationError) and str(found) == message


@for_each(
    "exc",
    [
        BrokenPipeError(32, "Broken pipe", "x"), OperationError("as it is"), KeyError("bug"), OwnValueError("bug"),
        UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"),
    ],
)  # fmt: skip
def test_any_other_exception_stays_what_it_is(exc: Exception) -> None:
    assert as_operation_error(exc) is exc


@pytest.mark.parametrize("name", ["distributed", "distributed.client"])
def test_a_missing_package_is_named_with_what_installs_it(name: str) -> None:
    found = missing_extra(ModuleNotFoundError(name=name), "dask", "--cluster")
    assert isinstance(found, OperationError)
    assert str(found) == (
        "--cluster requires the package 'distributed', which is not installed: pip install 'hotlint[dask]'"
    )


@for_each("name", [None, "", "hotlint", "hotlint.gone", "hotlint_rules.gone", "hotlint_server"])
def test_a_missing_module_of_hotlint_is_a_bug(name: str | None) -> None:
    exc = ModuleNotFoundError(name=name)
    assert missing_extra(exc, "dask", "--cluster") is exc


def test_a_file_that_cannot_be_read_is_named() -> None:
    assert str(cannot_read(OSError(5, "Input/output error", "a b"))) == "cannot read 'a b': Input/output error"
