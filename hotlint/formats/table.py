"""A format as a table: one row declares a key of a mapping, for all that reads, checks, completes and documents it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hotlint.common.annotations import Any
from hotlint.common.records import NamedTuple


class Option(NamedTuple):
    """The option of a setting: its flags and placeholder, as in "-e --environment ENV", and its group in the help.

    `help` is its help. A flag --no-NAME turns a setting off.
    """

    flags: str
    group: str
    help: str


class Key(NamedTuple):
    """One key that a mapping may hold.

    `kind` names the kind of its value: a method of the reader of the format, with spaces for underscores, or "choice of" and
    its words. `inside` names the level of the mappings in its value. `default` says what applies without the key. Of settings,
    `in_templates` allows the key under a glob as well, and `editor` is the name of the editor's setting, "" for none.
    """

    name: str
    kind: str
    summary: str
    example: str = ""
    required: bool = False
    inside: str = ""
    default: str = ""
    in_templates: bool = True
    option: Option | None = None
    editor: str = ""

    @property
    def choices(self) -> tuple[str, ...]:
        """The words that it takes, for a choice; none for another kind."""
        return tuple(self.kind.removeprefix("choice of ").split()) if self.kind.startswith("choice of ") else ()

    @property
    def description(self) -> str:
        """The summary with the default."""
        return f"{self.summary} Default: {self.default}." if self.default else self.summary

    @property
    def documentation(self) -> str:
        """The description in Markdown, with the option and the example."""
        option = f" The option is `{self.option.flags}`." if self.option is not None else ""
        example = f"\n\n```yaml\n{self.example}\n```" if self.example else ""
        return f"{self.description}{option}{example}"


class Level(NamedTuple):
    """The keys of one sort of mapping, which `what` names in messages, such as "a test".

    `is_named`: the author of the file names each mapping, as the globs of `templates` do. `usual` are the keys that most of them
    have. `facts` are further facts of its JSON Schema.
    """

    what: str
    keys: tuple[Key, ...]
    usual: tuple[str, ...]
    is_named: bool
    facts: Mapping[str, Any]

    @property
    def names(self) -> list[str]:
        """The names of the keys, in order."""
        return [key.name for key in self.keys]

    @property
    def required(self) -> list[str]:
        """The names of the keys that must be there, in order."""
        return [key.name for key in self.keys if key.required]

    def key(self, name: str) -> Key | None:
        """Return the key of a name; None for an unknown one."""
        return next((key for key in self.keys if key.name == name), None)


def level(
    what: str, *keys: Key, usual: tuple[str, ...] = (), is_named: bool = False, facts: Mapping[str, Any] | None = None
) -> Level:
    """Return a level with these keys."""
    return Level(what, keys, usual, is_named, facts or {})


class Place(NamedTuple):
    """What steps lead to: a mapping of a level, or what is below the value of a key, by the `rest` of the steps.

    `key` is the last one on the way, None for a name that the author of the file chose.
    """

    level: Level | None
    key: Key | None
    rest: tuple[str, ...]

    @property
    def kind(self) -> str:
        """The kind of the key; empty without one."""
        return self.key.kind if self.key is not None else ""


class Format(NamedTuple):
    """A format: the levels of its mappings by name, of which the first is that of the file.

    `address` is the last part of the address of its JSON Schema, which refers to its levels where `has_definitions` is true.
    """

    title: str
    address: str
    levels: Mapping[str, Level]
    has_definitions: bool = True

    @property
    def top(self) -> Level:
        """The keys of the file itself."""
        return next(iter(self.levels.values()))

    def at(self, steps: Sequence[str | int]) -> Place:
        """Return what keys and indices of lists lead to from the top of the file."""
        here: Level | None = self.top
        key, rest = None, [*steps]
        while rest and here is not None:
            step = rest.pop(0)
            if isinstance(step, int):
                here = None if here.is_named else here  # what has a name is a mapping, no item of a list
                continue
            key = here.key(step)
            here = self.levels.get(key.inside) if key is not None else None
            if here is not None and here.is_named:
                if not rest:
                    return Place(None, key, ())
                key, _ = None, rest.pop(0)
        return Place(here, key, tuple(step for step in rest if isinstance(step, str)))
