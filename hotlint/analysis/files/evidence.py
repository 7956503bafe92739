"""What scripts, playbooks and documents say about deployments: which template they deploy with which environments.

Only text is searched, and the names in it count where they are those of a template and of environments of the tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice

Pair = tuple[str, tuple[str, ...]]
"""A template and its environments, in order, as they are written: `${SITE}` is a part that is filled in, `${SITE a b}` one of two.

After the environments, `=name` is a parameter that the command gives itself, and `=` alone means that it may give any.
"""
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
_FILLED_IN = rb"\{\{[ \t]*(\w[\w.]{0,60})[^{}\n]*\}\}"
_ASSIGNED = (
    rb"""(?m)^[ \t]*(?:-[ \t]+)?(?:(?:export|local|readonly)[ \t]+)?(\w{1,60})[ \t]*(?:[:?]?=[ \t]*|:[ \t]+)"""
    rb"""(?:"([^"\n]{1,400})"|'([^'\n]{1,400})'|([^\s"'`;|&()]{1,200}))"""
)
_DEFAULT = rb"(?m)^[ \t]*(?:export[ \t]+)?(\w{1,60})[ \t]*\?=[ \t]*[\w-]+[ \t]*$"
"""A variable of a Makefile with a default that is no path: users give others, such as the name of a site."""
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
_OPEN = re.compile(r"\$\{([^{}]*)\}|\$\((\w*)\)|\$(\w+|[*@])|<([^<>]*)>|\{([^{}]*)\}|\$")
"""A part of a path that is filled in elsewhere."""
_PARAMETER = rb"""(?<![\w-])(?:--parameters?|--parameter-file|-P|-Pf)(?:[ \t]+|=)("[^"\n]*"|'[^'\n]*'|\S+)"""
_OTHER_OPTIONS = (
    rb"""(?i)(?<=\s)"?\$(?:[({]?\w*(?:arg|opt|extra|flag|param|env)\w*[)}]?(?=["\s]|\Z)|[@*]|\{[\w!]*\[|\((?!\w+\)))"""
)
"""What may stand for any options of a command."""
_TARGET = rb"\$[@*]"
_OF_TARGET = rb"[/.-]\$[@*]|\$[@*][/.-]"
"""The target of a Makefile as a part of a path: in that command it is no list of options."""
_LOOP = rb"(?m)\bfor[ \t]+(\w{1,60})[ \t]+in[ \t]([^;\n\\]{1,400}+)(?:;|\n|\\)"
_ITEMS = rb"""(?m)^[ \t]*(?:loop|with_items):[ \t]*(\[[^\]\n]{1,400}\]|(?:\n[ \t]*-[ \t]+["']?[\w.-]+["']?[ \t]*(?=\n|\Z))+)"""
_CASE = rb"""(?ms)\bcase[ \t]+["']?\$\{?(\w{1,60})\}?["']?[ \t]+in\b(.{1,4000}?)\besac\b"""
_BRANCH = rb"""(?m)(?:^|;;)[ \t]*\(?["']?([\w.*-]+(?:["']?[ \t]*\|[ \t]*["']?[\w.*-]+)*)["']?\)"""
_WORD = rb"[\w.-]+"
_MOST_PAIRS = 300
"""The most pairs that one text tells: each is compared with the names of all files."""


def may_tell(name: str) -> bool:
    """Return whether a file that is no template by its name may say what is deployed."""
    return name.endswith(_ENDINGS) or name.startswith(_BEGINNINGS) or ("." not in name and name != "LICENSE")


def pairs_in(data: bytes) -> tuple[Pair, ...]:
    """Return what a text deploys, each once: in commands of a client, and as keys of playbooks, jobs and Terraform."""
    data = data[:LONGEST]
    if b"-e" not in data and b"env" not in data.lower():
        return ()
    if b"{{" in data:
        data = re.sub(_FILLED_IN, lambda match: b"${%s}" % match[1].replace(b".", b"_"), data)
    data = _with_values(data)
    found = list(islice(dict.fromkeys(chain(_in_commands(data), _in_keys(data))), _MOST_PAIRS))
    is_open = any("$" in path or "<" in path or "{" in path for pair in found for path in (pair[0], *pair[1]))
    stated = _stated(data) if is_open else {}
    return tuple((_named(template, stated), tuple(_named(each, stated) for each in rest)) for template, rest in found)


def _with_values(data: bytes) -> bytes:
    """Return a text in which its own variables are replaced by the last value that it gives them, which is no mere default."""
    if b"$" not in data:
        return data
    assigned = ((name, b"".join(values)) for name, *values in re.findall(_ASSIGNED, data))
    open_names = set(re.findall(_DEFAULT, data))
    variables = {n: value for n, value in assigned if n not in open_names and re.search(_COMMAND, value) is None}
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
            yield _text(template[1]), (*map(_text, environments), *_given_in(line))


def _given_in(line: bytes) -> Iterator[str]:
    """Yield the parameters that a command gives itself: see `Pair`."""
    for value in re.findall(_PARAMETER, line):
        for one in value.strip(b"\"'").split(b";"):
            name = one.partition(b"=")[0]
            yield f"={_text(name)}" if re.fullmatch(_WORD, name) else "="
    if re.search(_OTHER_OPTIONS, re.sub(_TARGET, b"", line) if re.search(_OF_TARGET, line) else line):
        yield "="


def _stated(data: bytes) -> dict[str, tuple[str, ...]]:
    """Return the values that a text itself states for a variable: in a loop, or as the branches of a case."""
    stated: dict[str, dict[str, None]] = {}
    lists = [*re.findall(_LOOP, data), *((b"item", items) for items in re.findall(_ITEMS, data))]
    for name, items in lists:
        words = re.split(rb"[\s,]+", items.strip(b"[] \t\n")) if name == b"item" else items.split()
        words = [word.strip(b"\"'") for word in words if word != b"-"]
        if all(re.fullmatch(_WORD, word) for word in words):
            stated.setdefault(_text(name), {}).update(dict.fromkeys(map(_text, words)))
    for name, block in re.findall(_CASE, data):
        words = [word.strip(b" \t\"'") for words in re.findall(_BRANCH, block) for word in words.split(b"|")]
        plain = [word for word in words if b"*" not in word]
        ends = block.rpartition(b"*)")[2] if b"*" in words else b"exit"
        if len(plain) == len(words) - words.count(b"*") and re.search(rb"\b(?:exit|usage|die|return)\b", ends):
            stated.setdefault(_text(name), {}).update(dict.fromkeys(map(_text, plain)))
    return {name: tuple(words) for name, words in stated.items()}


def _named(path: str, stated: dict[str, tuple[str, ...]]) -> str:
    """Return a path whose open parts are written as in `Pair`."""

    def placeholder(match: re.Match[str]) -> str:
        inner = next((group for group in match.groups() if group), "")
        name, *default = re.split(":[-?=]", inner, maxsplit=1)
        name = re.sub(r"\W", "", name) if default else name.strip()
        words = " ".join((re.sub(r"\W", "_", name), *stated.get(name, ())))
        return f"${{{words}}}"

    return path if path.startswith("=") else _OPEN.sub(placeholder, path)


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
            yield values[at][0], (*values[other], "=")


def _text(name: bytes) -> str:
    return name.decode("utf-8", "replace")


def _value(data: bytes, start: int) -> bytes:
    """Return what follows a key up to the next one, at most 1,000 bytes."""
    rest = data[start : start + 1_000]
    end = re.search(_NEXT_KEY, rest)
    return rest[: end.start()] if end is not None else rest
