"""Reads arguments that are plainly right without argparse, which takes as long to import and to set up as a check itself.

A subcommand declares its arguments to argparse; here the same declarations are read. Whatever is not plain (an unknown or
shortened option, `--help`, a wrong value) is left to argparse, which knows what to say of it.
"""

from __future__ import annotations

from collections.abc import Callable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Declare = Callable[[Any], None]


class Options:
    """What argparse calls a Namespace."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)


class _NotPlainError(Exception):
    """For argparse to judge."""


class _Declared:
    """Takes what a subcommand says to an ArgumentParser."""

    def __init__(self) -> None:
        self.flags: dict[str, dict[str, Any]] = {}
        self.positional: list[dict[str, Any]] = []
        self.values: dict[str, Any] = {}

    def add_argument(self, *names: str, **facts: Any) -> None:
        if not names[0].startswith("-"):
            facts["dest"] = names[0]
            self.positional.append(facts)
            self.values[names[0]] = facts.get("default")
            return
        long = next((n for n in names if n.startswith("--")), names[0])
        facts.setdefault("dest", long.lstrip("-").replace("-", "_"))
        if facts.get("action") not in (None, "store_true", "append"):
            raise _NotPlainError
        for name in names:
            self.flags[name] = facts
        self.values[facts["dest"]] = facts.get("default", False if facts.get("action") == "store_true" else None)


def read(declare: Declare, args: list[str]) -> Options | None:
    """The options that plain arguments amount to; None when argparse is to look at them."""
    declared = _Declared()
    try:
        declare(declared)
        return Options(_read(declared, args))
    except (_NotPlainError, AttributeError, ValueError):
        return None


def _read(declared: _Declared, args: list[str]) -> dict[str, Any]:
    values = {k: list(v) if isinstance(v, list) else v for k, v in declared.values.items()}
    others: list[str] = []
    waiting = iter(args)
    for arg in waiting:
        if arg == "-" or not arg.startswith("-"):
            others.append(arg)
            continue
        name, equals, value = arg.partition("=")
        facts = declared.flags.get(name)
        if facts is None or (equals and not name.startswith("--")):
            raise _NotPlainError
        if facts.get("action") == "store_true":
            if equals:
                raise _NotPlainError
            values[facts["dest"]] = True
            continue
        if not equals:
            value = next(waiting, "-?")
            if value.startswith("-") and value != "-":
                raise _NotPlainError
        converted = _converted(facts, value)
        if facts.get("action") == "append":
            values[facts["dest"]] = [*(values[facts["dest"]] or ()), converted]
        else:
            values[facts["dest"]] = converted
    _place(declared.positional, others, values)
    return values


def _converted(facts: dict[str, Any], value: str) -> Any:
    made = facts["type"](value) if "type" in facts else value
    if "choices" in facts and made not in facts["choices"]:
        raise _NotPlainError
    return made


def _place(positional: list[dict[str, Any]], others: list[str], values: dict[str, Any]) -> None:
    """Give the arguments that are no options to those that are declared: one each, and the rest to the last."""
    for facts in positional:
        many = facts.get("nargs")
        if many == "*" and facts is positional[-1]:
            values[facts["dest"]] = [_converted(facts, value) for value in others] or facts.get("default", [])
            others = []
        elif others and many in (None, "?"):
            values[facts["dest"]] = _converted(facts, others[0])
            others = others[1:]
        elif many != "?" or others:
            raise _NotPlainError
    if others:
        raise _NotPlainError
