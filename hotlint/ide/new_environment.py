"""A new environment file with the parameters that a template requires."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hotlint.analysis.environments.file import to_plain
from hotlint.analysis.files.environment_finder import stem_of
from hotlint.analysis.template import Parameter
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.language.values import show

LONGEST_DESCRIPTION = 100


class NewEnvironment(NamedTuple):
    """A file to create: its path, which is free, its text, and the parameters that it leaves to be filled in."""

    path: str
    text: str
    parameters: tuple[str, ...]


def new_environment(analysis: FileAnalysis) -> NewEnvironment:
    """Return an environment for a template, with each parameter that has no default; no value is made up.

    A parameter without a value there is as good as not given, to Heat and to the checks.
    """
    required = [p for p in analysis.template.parameters.values() if not p.has_default]
    lines = ["parameters:" if required else "parameters: {}"]
    for parameter in required:
        lines += [f"  # {line}" for line in _comments(parameter)]
        lines.append(f"  {_key(parameter.name)}:")
    path = analysis.free_path(stem_of(analysis.path), ".env.yaml")  # known for its own by its name
    return NewEnvironment(path, "\n".join(lines) + "\n", tuple(p.name for p in required))


def _comments(parameter: Parameter) -> Iterator[str]:
    """Yield what a parameter is for, and what its value may be."""
    described = " ".join((parameter.text("description") or "").split())
    if described:
        yield described if len(described) <= LONGEST_DESCRIPTION else described[: LONGEST_DESCRIPTION - 3] + "..."
    kind = f"{parameter.type or 'string'}{', hidden' if parameter.hidden else ''}"
    limits = [
        f"{name.replace('_', ' ')}: {show(to_plain(entry.value), 80)}" for name, entry, _ in parameter.constraints()
    ]
    yield "; ".join([kind, *(limit for limit in limits if limit.isprintable())])


def _key(name: str) -> str:
    plain = name.replace("_", "").replace("-", "").isalnum() and name.isascii() and not name[:1].isdigit()
    return name if plain and name.lower() not in _WORDS else "'" + name.replace("'", "''") + "'"


_WORDS = {"true", "false", "yes", "no", "on", "off", "null", "y", "n"}
