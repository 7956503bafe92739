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
HIDDEN_FOLDERS = (".github/workflows", ".zuul.d", ".circleci")
"""Folders of jobs at the top of a tree, which no other search walks into."""
_PATH = rb"""((?:\$\(\w{1,60}\)|[^\s"'`;|&()\[\],]){1,200})"""
_OPTION = rb"""(?<![\w-])(?:%s)(?:[ \t]+|=|["'],\s*)["']?""" + _PATH
_TEMPLATE = _OPTION % rb"--template(?:-file)?|-t|-f"
_ENVIRONMENT = _OPTION % rb"--environment(?:-file)?|-e"
_STARTS_OPTION = rb"-(?:[eft]|-environment(?:-file)?|-template(?:-file)?)[ \t=\n]"
_JOINED = rb"\\\r?\n|\n[ \t]*(?:-[ \t]+)?(?=%s)|(?<=\s-[eft])\n[ \t]*-[ \t]+" % _STARTS_OPTION
"""The end of a line after which a command goes on: of a shell, of a folded text, or of a list of arguments."""
_HAS_TEMPLATE = rb"""-(?:[ft]|-template)[-\s=\\"']"""
_HAS_ENVIRONMENT = rb"""-(?:e|-environment)[-\s=\\"']"""
"""What is in each text with a command, and found faster than the command."""
_FILLED_IN = rb"\{\{[ \t]*(\w{1,60})[^{}\n]*\}\}"
_ASSIGNED = (
    rb"""(?m)^[ \t]*(?:-[ \t]+)?(?:(?:export|local|readonly)[ \t]+)?(\w{1,60})[ \t]*(?:[:?]?=[ \t]*|:[ \t]+)"""
    rb"""(?:"([^"\n]{1,400})"|'([^'\n]{1,400})'|([^\s"'`;|&()]{1,200}))"""
)
_COMMAND = rb"`|\$\((?!\w+\))"
"""The start of a command whose output is a value, which nobody knows; in a Makefile, `$(NAME)` is a variable."""
_VARIABLE = rb"\$[({]?(\w{1,60})[)}]?"
_KEY = (
    rb"""(?im)(?:^[ \t]*(?:-[ \t]+)?["']?|[ \t])([a-z0-9_]{1,40}_)?(?:(template(?:_(?:file|path|opts))?)"""
    rb"""|((?:environments?|env)(?:_(?:files?|paths?|opts))?))["']?[ \t]*[:=]"""
)
_HAS_TEMPLATE_KEY = rb"""template\w*["']?[ \t]*[:=]"""
_HAS_ENVIRONMENT_KEY = rb"""env\w*["']?[ \t]*[:=]"""
"""What is in each text with both keys, in small letters, and found faster than the keys."""
_NEXT_KEY = rb"""\n[ \t]*(?:-[ \t]+)?["']?(?!Bin\b)\w+["']?[ \t]*[:=]"""
_FILE = rb"""([^\s"'`;|&(),\[\]=]{1,200}\.(?:ya?ml|env|environment|template|hot|json))(?![\w.])"""
_OPEN = re.compile(r"\$\{[^{}]*\}|\$\(\w*\)|\$\w+|<[^<>]*>|\{[^{}]*\}|\$")
"""A part of a path that is filled in elsewhere."""


def may_tell(name: str) -> bool:
    """Return whether a file that is no template by its name may say what is deployed."""
    return name.endswith(_ENDINGS) or name.startswith(_BEGINNINGS) or ("." not in name and name != "LICENSE")


def pairs_in(data: bytes) -> tuple[Pair, ...]:
    """Return what a text deploys, each once: in commands of a client, and as keys of playbooks, jobs and Terraform."""
    data = data[:LONGEST]
    if b"-e" not in data and b"env" not in data.lower():
        return ()
    if b"{{" in data:
        data = re.sub(_FILLED_IN, rb"${\1}", data)
    data = _with_values(data)
    return tuple(dict.fromkeys((*_in_commands(data), *_in_keys(data))))


def _with_values(data: bytes) -> bytes:
    """Return a text in which its own variables are replaced by the last value that it gives them."""
    if b"$" not in data:
        return data
    assigned = ((name, b"".join(values)) for name, *values in re.findall(_ASSIGNED, data))
    variables = {name: value for name, value in assigned if re.search(_COMMAND, value) is None}
    for _ in range(2):  # a value may have a variable
        data = re.sub(_VARIABLE, lambda match: variables.get(match[1], match[0]), data)
    return data


def _in_commands(data: bytes) -> Iterator[Pair]:
    if re.search(_HAS_ENVIRONMENT, data) is None or re.search(_HAS_TEMPLATE, data) is None:
        return
    for line in re.sub(_JOINED, b" ", data).split(b"\n"):
        template = re.search(_TEMPLATE, line)
        environments = re.findall(_ENVIRONMENT, line) if template is not None else ()
        if template is not None and environments:
            yield _text(template[1]), tuple(map(_text, environments))


def _in_keys(data: bytes) -> Iterator[Pair]:
    """Yield the values of neighboring keys: a template, and the environments that the nearest other key has.

    Where both keys have a prefix, as in `web_template` and `web_environment`, it is the same.
    """
    small = data.lower()
    if re.search(_HAS_ENVIRONMENT_KEY, small) is None or re.search(_HAS_TEMPLATE_KEY, small) is None:
        return
    keys = list(re.finditer(_KEY, data))
    values = [list(map(_text, re.findall(_FILE, _value(data, key.end())))) for key in keys]
    for at, key in enumerate(keys):
        if key[2] is None or not values[at]:
            continue
        near = (n for n in (at + 1, at - 1) if 0 <= n < len(keys) and keys[n][3] is not None and values[n])
        alike = (n for n in near if None in (key[1], keys[n][1]) or key[1].lower() == keys[n][1].lower())
        other = min(alike, key=lambda n: abs(keys[n].start() - key.start()), default=None)
        if other is not None and abs(keys[other].start() - key.start()) < 1_000:
            yield values[at][0], tuple(values[other])


def _text(name: bytes) -> str:
    return name.decode("utf-8", "replace")


def _value(data: bytes, start: int) -> bytes:
    """Return what follows a key up to the next one, at most 1,000 bytes."""
    rest = data[start : start + 1_000]
    end = re.search(_NEXT_KEY, rest)
    return rest[: end.start()] if end is not None else rest


def resolved(name: str, folder: str, top: str, known: Collection[str], by_name: dict[str, list[str]]) -> list[str]:
    """Return the files of a tree that a text in `folder` names: those nearest upward to `top`, or the only one of that name.

    `known` are the full paths of the tree's files, and `by_name` these by their last step. Of a path whose last steps are filled
    in elsewhere, such as `env/$SITE.yaml`, these are all files that it may be. Empty where there is none, or nothing tells which.
    """
    steps = [_OPEN.sub("*", step) for step in _plain(name).split("/") if step != "."]
    while steps and steps[0] == "*":
        del steps[0]
    if not steps or (steps[-1].startswith("*") and len(steps) == 1):
        return []
    is_open = any("*" in step for step in steps)
    here = folder
    while True:
        path = here
        for step in steps:
            path = path.rpartition("/")[0] if step == ".." else f"{path}/{step}"
        found = _matching(path, known) if is_open else [path] if path in known else []
        if found:
            return found
        if here == top or len(here) <= len(top):
            break
        here = here.rpartition("/")[0]
    if is_open:
        return []
    ending = "/" + "/".join(step for step in steps if step != "..")
    found = [path for path in by_name.get(steps[-1], ()) if path.endswith(ending)]
    return found if len(found) == 1 else []


def _plain(name: str) -> str:
    return name.removeprefix("file://").replace("\\", "/")


def _matching(path: str, known: Collection[str]) -> list[str]:
    """Return the files that a path with "*" in its steps matches."""
    from fnmatch import fnmatchcase  # few paths have an open part

    start = path.rindex("/", 0, path.index("*")) + 1
    steps = path[start:].split("/")
    below = ((each, each[start:].split("/")) for each in known if each.startswith(path[:start]))
    return [each for each, own in below if len(own) == len(steps) and all(map(fnmatchcase, own, steps))]
