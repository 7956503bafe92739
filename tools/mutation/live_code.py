"""Changes the code of functions that live in this process, as if their file had been another one when it was imported."""

from __future__ import annotations

import gc
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from types import CodeType, FrameType, FunctionType

Key = tuple[str, int]
"""The qualified name of a function, and how many of that name are before it in the file."""


class LiveCode:
    """The functions of this process by file. `watch` and `stop_watching` find those that run before any test does."""

    def __init__(self) -> None:
        self._functions: defaultdict[str, list[FunctionType]] = defaultdict(list)
        self._ran: set[tuple[str, str]] = set()

    def watch(self) -> None:
        """Note from now on which functions run."""
        sys.setprofile(self._note)

    def stop_watching(self) -> None:
        """End that, and find the functions there are."""
        sys.setprofile(None)
        for found in gc.get_objects():
            if type(found) is FunctionType:
                self._functions[found.__code__.co_filename].append(found)
        gc.collect()
        gc.freeze()

    def _note(self, frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            self._ran.add((frame.f_code.co_filename, frame.f_code.co_qualname))

    def change(self, file: str, before: str, after: str) -> bool:
        """Give the functions of a file the code of another text.

        Returns False where it may differ from an import of that text: the change is not in a function, or in one that has run
        already, whose result may be kept.
        """
        if not self._functions.get(file):
            return True  # not imported yet
        old, new = (dict(_functions_of(compile(text, file, "exec"))) for text in (before, after))
        changed = {key for key in old.keys() & new.keys() if not _is_same(old[key], new[key])}
        lines = {(key[0], code.co_firstlineno): key for key, code in old.items()}
        for function in self._functions[file]:
            key = lines.get((function.__qualname__, function.__code__.co_firstlineno)) or lines.get(
                (function.__code__.co_qualname, function.__code__.co_firstlineno)
            )
            if key in changed:
                try:
                    function.__code__ = new[key]
                except ValueError:  # other free variables
                    return False
        ran = any((file, key[0]) in self._ran for key in changed)
        return bool(changed) and old.keys() == new.keys() and not ran


def _functions_of(code: CodeType) -> Iterator[tuple[Key, CodeType]]:
    """Yield the functions in the code of a module, those in functions and classes included, not the bodies of classes."""
    number: Counter[str] = Counter()
    stack = [code]
    while stack:
        for inner in (const for const in stack.pop().co_consts if isinstance(const, CodeType)):
            stack.append(inner)
            if inner.co_flags & 0x2:  # has fast locals, which the body of a class has not
                yield (inner.co_qualname, number[inner.co_qualname]), inner
                number[inner.co_qualname] += 1


def _is_same(old: CodeType, new: CodeType) -> bool:
    """Return whether two functions do the same, wherever they are in the file."""
    if (old.co_code, old.co_names, old.co_varnames, old.co_freevars) != (
        new.co_code, new.co_names, new.co_varnames, new.co_freevars
    ) or len(old.co_consts) != len(new.co_consts):  # fmt: skip
        return False
    return all(map(_is_same_constant, old.co_consts, new.co_consts))


def _is_same_constant(old: object, new: object) -> bool:
    if isinstance(old, CodeType) and isinstance(new, CodeType):
        return _is_same(old, new)
    return type(old) is type(new) and repr(old) == repr(new)
