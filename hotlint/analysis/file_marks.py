"""The table of the kinds of files, and the marks by which a text may be of a kind: the first stage of recognition.

`may_be` searches a text for the marks of kinds: it never parses, and it may say yes for a file of no kind. What `recognize` of
`hotlint.analysis.file_kinds` accepts, `may_be` does not exclude. Imports nothing that parses: a run with known results needs
nothing else.
"""

from __future__ import annotations

import os
import re

from hotlint.common.annotations import TYPE_CHECKING, Literal
from hotlint.common.records import NamedTuple
from hotlint.language.jinja_sources import ENDINGS as JINJA_ENDINGS
from hotlint.syntax.parser import VERSION_KEYS

if TYPE_CHECKING:
    Kind = Literal[
        "hot", "cfn", "environment", "jinja", "suite", "policies", "configuration", "cloud snapshot", "recorded stack",
        "empty", "other",
    ]  # fmt: skip

VERSION_KEY = VERSION_KEYS[0]
CFN_KEYS = VERSION_KEYS[1:]
ENVIRONMENT_KEYS = (
    "parameters", "parameter_defaults", "resource_registry", "encrypted_param_names", "event_sinks",
    "parameter_merge_strategies",
)  # fmt: skip
POLICY_KEYS = ("extends", "disable", "policies", "tests")
"""The keys at the top of a file of policies."""
CERTAIN_KEYS = ("parameter_defaults", "resource_registry", "encrypted_param_names")
"""Keys that only an environment has, whatever other keys there are."""

OWN_SECTIONS = ("resources", "outputs", "conditions", "parameter_groups")
"""Sections that only templates have."""
SHARED_KEYS = (VERSION_KEY, "description", "parameters")
"""Keys of a template that files of variables may have, too."""


class Traits(NamedTuple):
    """How files of one kind are recognized.

    `endings`: a file whose name ends like this is of the kind, whatever its text is. `keys`: each text of the kind has one of
    these at its top (every one of them, where `all_keys` says so).
    """

    keys: tuple[str, ...]
    endings: tuple[str, ...] = ()
    all_keys: bool = False


KINDS: dict[Kind, Traits] = {
    "hot": Traits((VERSION_KEY,)),
    "cfn": Traits(CFN_KEYS),
    "environment": Traits(ENVIRONMENT_KEYS),
    "jinja": Traits((VERSION_KEY, "resource_registry", "parameter_defaults")),
    "suite": Traits(("template", "tests"), (".hot-test.yaml", ".hot-test.yml"), all_keys=True),
    "policies": Traits(("policies", "extends")),
    "configuration": Traits((), (".hotlint.yaml", ".hotlint.yml")),
    "cloud snapshot": Traits(("snapshot", "cloud"), all_keys=True),
    "recorded stack": Traits(("recorded_stack", "stack"), all_keys=True),
}
"""The kinds and their marks. A Jinja source is of this kind where it has the marks of a template or an environment."""
_DECIDING = tuple(ending for traits in KINDS.values() for ending in traits.endings)
CHECKED: tuple[Kind, ...] = ("hot", "cfn", "environment")
"""The kinds that Heat reads, Jinja sources of them included."""
TEMPLATES: tuple[Kind, ...] = ("hot", "cfn")
"""The kinds of templates, one for each language."""
SEARCHED: tuple[Kind, ...] = (*CHECKED, "suite", "policies")
"""The kinds that a check looks for in folders."""

YAML_ENDINGS = (".yaml", ".yml")
ENVIRONMENT_ENDINGS = (".env", ".environment")
HEAT_ENDINGS = (*YAML_ENDINGS, ".template", ".hot", *ENVIRONMENT_ENDINGS)
"""The usual endings of templates and environments."""
ENDINGS = (*HEAT_ENDINGS, *(f".{ending}" for ending in JINJA_ENDINGS))
"""The usual endings of templates, environments and their Jinja sources."""
NEVER = frozenset((
    ".adoc", ".asciidoc", ".markdown", ".md", ".mdx", ".rst", ".html", ".htm", ".ipynb", ".po", ".pot", ".diff", ".patch",
    ".py", ".pyi", ".js", ".mjs", ".ts", ".tsx", ".go", ".rb", ".java", ".c", ".h", ".cc", ".cpp", ".rs", ".php", ".pl",
    ".lua", ".css", ".sh", ".bash", ".ps1", ".tf", ".svg", ".xml", ".lock", ".log", ".csv",
))  # fmt: skip
"""Endings of prose, code and other data. Such a file may show a template, but it is not one."""
ENVIRONMENT_FOLDERS = ("env", "envs", "environment", "environments")
"""Folders next to a template in which its environments are."""
ENVIRONMENT_MARK = r"[-_.](?:env|environment)$|^(?:env|environment)[-_.]"
"""What marks an environment in the name of a file without its endings, as in `web-env.yaml`."""
DATA_ENDINGS = (".yaml", ".yml", ".template", ".hot", ".env", ".environment", ".json")
"""The endings that do not count for the name of an environment."""
DATA_ENDING = rf"\.(?:{'|'.join(ending[1:] for ending in DATA_ENDINGS)})$"

AFTER_KEY = rb"""["']?(?:\s|#[^\r\n]*)*+(?:[:,}]|\Z)"""
BEFORE_KEY = rb"""[?&!][^\s?&!]{0,200}+\s++["']?\Z"""
_ESCAPED_KEY = rb""""(?:[^"\r\n\\]|\\[^\r\nxuU]){0,200}+\\[xuU][^"\r\n]{0,200}+"\s*+:|\?\s++"[^"]{0,200}\\[\r\n]"""
_BEFORE = rb"""\A(?:\xef\xbb\xbf)?(?:\s|#[^\r\n]*|%%[^\r\n]*|---|\?\s|[{]|<<\s*:|[&!][^\s{"']*)*+%s"""
_BEGINS_WITH_PARAMETERS = _BEFORE % rb"""["']?parameters["']?(?:\s|#[^\r\n]*)*+(?:[:?,}]|\Z)"""


def may_be(path: str, content: str | bytes, kinds: tuple[Kind, ...] = CHECKED) -> bool:
    """Return whether a file may be of one of these kinds, or a Jinja source of one, by its name and the marks in its text."""
    named = kind_of_name(path)
    if named is not None:
        return named in kinds
    data = utf8(content)
    for kind in kinds:
        if has_marks(kind, data, path):
            return True
    return _has_escaped_key(data)


def named_as_environment(path: str) -> bool:
    """Return whether a file has the name or the place of an environment, such as `web.env`, `web-env.yaml` or `env/web.yaml`."""
    if path.endswith(ENVIRONMENT_ENDINGS):
        return True
    folder, name = os.path.split(path)
    if os.path.basename(folder) in ENVIRONMENT_FOLDERS:
        return True
    return "env" in name and re.search(ENVIRONMENT_MARK, stem(name)) is not None


def stem(name: str) -> str:
    """Return the name of a file without the endings that hotlint knows: "web-env" of web-env.yaml."""
    while name.endswith(DATA_ENDINGS) and (shorter := name[: name.rindex(".")]):
        name = shorter
    return name


def kind_of_name(path: str) -> Kind | None:
    """Return the kind of a file that its name alone decides; None where its text does."""
    if path.endswith(_DECIDING):
        return next(kind for kind, traits in KINDS.items() if path.endswith(traits.endings))
    return "other" if path[path.rfind(".") :].lower() in NEVER else None


def has_marks(kind: Kind, data: bytes, path: str = "") -> bool:
    """Return whether a text in UTF-8 has the marks of a kind."""
    if kind == "environment":
        return _has_marks_of_environment(data, path)
    traits = KINDS[kind]
    for key in traits.keys:
        if _has_key(key, data) is not traits.all_keys:
            return not traits.all_keys
    return traits.all_keys


def _has_marks_of_environment(data: bytes, path: str) -> bool:
    """Return whether a text has a section that only environments have, or begins with `parameters`."""
    for key in ENVIRONMENT_KEYS[1:]:
        if _has_key(key, data):
            return True
    if b"parameters" not in data:
        return False
    return re.search(_BEGINS_WITH_PARAMETERS, data) is not None or named_as_environment(path)


def _has_key(key: str, data: bytes) -> bool:
    """Return whether a text has a key, in whatever style it is written."""
    word = key.encode()
    at = data.find(word)
    while at >= 0:
        end = at + len(word)
        if re.compile(AFTER_KEY).match(data, end) or re.search(BEFORE_KEY, data[max(at - 200, 0) : at]):
            return True
        at = data.find(word, end)
    return False


def _has_escaped_key(data: bytes) -> bool:
    """Return whether a key is written with escapes, so that its name is not to be found in the text."""
    if b"\\" not in data or not any(mark in data for mark in (rb"\u", rb"\x", rb"\U", b"\\\n", b"\\\r")):
        return False
    return re.search(_ESCAPED_KEY, data) is not None


def utf8(content: str | bytes) -> bytes:
    """Return a text as UTF-8; one in UTF-16 is known by its byte order mark."""
    if isinstance(content, str):
        return content.encode("utf-8", "surrogatepass")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace").encode("utf-8", "surrogatepass")
    return content
