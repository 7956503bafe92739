"""Many small cases in one test: an item of pytest costs several times what most of them take."""

from __future__ import annotations

import functools
import inspect
import reprlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 120
_MARKED = type(pytest.param(None))
Test = Callable[..., None]


def for_each(
    names: str | Sequence[str], cases: Iterable[Any], ids: Callable[[Any], object] | None = None
) -> Callable[[Test], Test]:
    """Run a test with each case, written as for `pytest.mark.parametrize`, in one go.

    All cases are run. The first one that fails fails the test, with a note that says which case it is and which others fail.
    Each case has a `tmp_path`, a `monkeypatch` and a `capsys` of its own. A test with other fixtures that it changes takes
    `pytest.mark.parametrize`, and so does one of whose cases somebody runs a single one: of a rule, of a recorded answer.
    """
    keys = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    given = [_values(case, len(keys)) for case in cases]
    assert given, "no case"

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def run(*args: Any, **kwargs: Any) -> None:
            failures: list[tuple[str, BaseException]] = []
            for number, values in enumerate(given):
                try:
                    with _own(kwargs, number) as fixtures:
                        test(*args, **fixtures, **dict(zip(keys, values, strict=True)))
                except (Exception, pytest.fail.Exception) as exc:
                    failures.append((_name(values, ids), exc))
            if failures:
                (name, first), *others = failures
                first.add_note(f"case: {name}")
                for name, other in others:
                    first.add_note(f"another case that fails: {name}: {_SHORT.repr(other)}")
                raise first

        signature = inspect.signature(test)
        kept = [value for key, value in signature.parameters.items() if key not in keys]
        assert len(kept) == len(signature.parameters) - len(keys), f"{test.__name__} has no argument {keys}"
        run.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
        return run

    return decorate


@contextmanager
def _own(fixtures: dict[str, Any], number: int) -> Iterator[dict[str, Any]]:
    """Give a case a folder, changes and an output of its own."""
    own = dict(fixtures)
    if "tmp_path" in own:
        own["tmp_path"] = own["tmp_path"] / f"case{number}"
        own["tmp_path"].mkdir()
    try:
        if "monkeypatch" in own:
            with own["monkeypatch"].context() as own["monkeypatch"]:
                yield own
        else:
            yield own
    finally:
        for name in ("capsys", "capfd"):
            if name in own:
                own[name].readouterr()


def _values(case: Any, count: int) -> tuple[Any, ...]:
    if isinstance(case, _MARKED):
        return tuple(case.values)
    values = (case,) if count == 1 else tuple(case)
    assert len(values) == count, f"{values} are not {count} values"
    return values


def _name(values: tuple[Any, ...], ids: Callable[[Any], object] | None) -> str:
    return ", ".join(str(ids(value)) if ids else _SHORT.repr(value) for value in values)
