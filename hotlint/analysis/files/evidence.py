"""What scripts, playbooks and documents say about deployments: which template they deploy with which environments.

Only text is searched, and the names in it count where they are those of a template and of environments of the tree.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

Pair = tuple[str, tuple[str, ...]]
"""A template and its environments, in order, as they are written."""
LONGEST = 200_000
"""Bytes of a file that are searched."""
_ENDINGS = (".md", ".rst", ".adoc", ".txt", ".sh", ".bash", ".tf", ".mk", ".ini", ".cfg", ".groovy")
_BEGINNINGS = ("README", "Makefile", "makefile", "GNUmakefile", "Jenkinsfile", "INSTALL")
_PATH = rb"""((?:\$\(\w{1,60}\)|[^\s"'`;|&()\[\],]){1,200})"""
_TEMPLATE = rb"""(?<![\w-])(?:--template(?:-file)?|-t|-f)(?:[ \t]+|=)["']?""" + _PATH
_ENVIRONMENT = rb"""(?<![\w-])(?:--environment(?:-file)?|-e)(?:[ \t]+|=)["']?""" + _PATH
_ASSIGNED = rb"""(?m)^[ \t]*(?:export[ \t]+)?(\w{1,60})[ \t]*[:?]?=[ \t]*["']?([^\s"'`;|&()]{1,200})"""
_VARIABLE = rb"\$[({]?(\w{1,60})[)}]?"
_KEY = rb"""(?m)^[ \t]*(?:-[ \t]+)?["']?(?:(template(?:_(?:file|path|opts))?)|(environments?(?:_(?:files?|opts))?))["']?[ \t]*[:=]"""
_NEXT_KEY = rb"""\n[ \t]*(?:-[ \t]+)?["']?(?!Bin\b)\w+["']?[ \t]*[:=]"""
_FILE = rb"""([^\s"'`;|&(),\[\]]{1,200}\.(?:ya?ml|env|environment|template|hot|json))(?![\w.])"""
_FILLED_IN = "${}()<>"
"""Signs in a step of a path that is filled in elsewhere."""


def may_tell(name: str) -> bool:
    """Return whether a file that is no template by its name may say what is deployed."""
    return name.endswith(_ENDINGS) or name.startswith(_BEGINNINGS)


def pairs_in(data: bytes) -> tuple[Pair, ...]:
    """Return what a text deploys, each once: in commands of a client, and as keys of playbooks, jobs and Terraform."""
    data = data[:LONGEST]
    if b"-e" not in data and b"environment" not in data:
        return ()
    return tuple(dict.fromkeys((*_in_commands(data), *_in_keys(data))))


def _in_commands(data: bytes) -> Iterator[Pair]:
    variables: dict[bytes, bytes] | None = None
    for line in data.replace(b"\\\r\n", b" ").replace(b"\\\n", b" ").split(b"\n"):
        template = re.search(_TEMPLATE, line)
        environments = re.findall(_ENVIRONMENT, line) if template is not None else ()
        if template is None or not environments:
            continue
        if variables is None:
            variables = dict(re.findall(_ASSIGNED, data))
        filled = [_filled(name, variables) for name in (template[1], *environments)]
        yield filled[0], tuple(filled[1:])


def _filled(name: bytes, variables: dict[bytes, bytes]) -> str:
    found = re.sub(_VARIABLE, lambda match: variables.get(match[1], match[0]), name)
    return found.decode("utf-8", "replace")


def _in_keys(data: bytes) -> Iterator[Pair]:
    """Yield the values of neighboring keys: a template, and the environments that the nearest other key has."""
    keys = list(re.finditer(_KEY, data))
    values = [[name.decode("utf-8", "replace") for name in re.findall(_FILE, _value(data, key.end()))] for key in keys]
    for at, key in enumerate(keys):
        if key[1] is None or not values[at]:
            continue
        near = (n for n in (at + 1, at - 1) if 0 <= n < len(keys) and keys[n][2] is not None and values[n])
        other = min(near, key=lambda n: abs(keys[n].start() - key.start()), default=None)
        if other is not None and abs(keys[other].start() - key.start()) < 1_000:
            yield values[at][0], tuple(values[other])


def _value(data: bytes, start: int) -> bytes:
    """Return what follows a key up to the next one, at most 1,000 bytes."""
    rest = data[start : start + 1_000]
    end = re.search(_NEXT_KEY, rest)
    return rest[: end.start()] if end is not None else rest


def resolved(name: str, folder: str, top: str, known: Collection[str], by_name: dict[str, list[str]]) -> str | None:
    """Return the file of a tree that a text in `folder` names: the nearest one upward to `top`, or the only one of that name.

    `known` are the full paths of the tree's files, and `by_name` these by their last step. Steps that are filled in elsewhere
    do not count. None where there is no such file, or several.
    """
    steps = [step for step in name.removeprefix("file://").replace("\\", "/").split("/") if step != "."]
    last = max((n for n, step in enumerate(steps) if any(sign in step for sign in _FILLED_IN)), default=-1)
    if last == len(steps) - 1:
        return None
    steps = steps[last + 1 :]
    here = folder
    while True:
        path = here
        for step in steps:
            path = path.rpartition("/")[0] if step == ".." else f"{path}/{step}"
        if path in known:
            return path
        if here == top or len(here) <= len(top):
            break
        here = here.rpartition("/")[0]
    ending = "/" + "/".join(step for step in steps if step != "..")
    found = [path for path in by_name.get(steps[-1], ()) if path.endswith(ending)]
    return found[0] if len(found) == 1 else None
