"""The one answer to "what kind of file is this?": the table of the kinds, and both stages of recognition.

`may_be` searches a text for the marks of kinds: it never parses, and it may say yes for a file of no kind. `recognize` decides
by the parsed document; what it accepts, `may_be` does not exclude.

A Jinja source is told by its name, without rendering it: `web.j2.yaml`, `web.yaml.j2` and `web.yaml.jinja2` are sources of `web.yaml`.
`role.role.j2.yaml` is rendered by its project to several files, whose names only the project's own tool knows.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from hotlint.common.annotations import Any, Literal
from hotlint.common.records import NamedTuple
from hotlint.language.jinja_marks import jinja_span
from hotlint.syntax.nodes import Document, Mapping, Scalar, Sequence
from hotlint.syntax.parser import VERSION_KEYS, parse
from hotlint.syntax.source import Source

Kind = Literal[
    "hot", "cfn", "environment", "jinja", "suite", "policies", "configuration", "cloud snapshot", "recorded stack",
    "bundle", "empty", "other",
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
    "bundle": Traits(("template", "files"), all_keys=True),
}
"""The kinds and their marks. A Jinja source is of this kind where it has the marks of a template or an environment."""
_DECIDING = tuple(ending for traits in KINDS.values() for ending in traits.endings)
CHECKED: tuple[Kind, ...] = ("hot", "cfn", "environment")
"""The kinds that Heat reads, Jinja sources of them included."""
TEMPLATES: tuple[Kind, ...] = ("hot", "cfn")
"""The kinds of templates, one for each language."""
SEARCHED: tuple[Kind, ...] = (*CHECKED, "suite", "policies")
"""The kinds that a check looks for in folders."""

JINJA_ENDINGS = ("j2", "jinja", "jinja2")
"""The endings of Jinja sources, which stand before or after the one of the rendered file."""
YAML_ENDINGS = (".yaml", ".yml")
EXAMPLE_ENDINGS = (".example", ".sample")
"""The endings of files that users copy and fill in, such as `web.env.example`."""
ENVIRONMENT_ENDINGS = (".env", ".environment", *(f".env{ending}" for ending in EXAMPLE_ENDINGS))
HEAT_ENDINGS = (*YAML_ENDINGS, ".template", ".hot", *ENVIRONMENT_ENDINGS)
"""The usual endings of templates and environments."""
ENDINGS = (
    *HEAT_ENDINGS, *(f".{ending}" for ending in JINJA_ENDINGS), *(y + e for y in YAML_ENDINGS for e in EXAMPLE_ENDINGS)
)  # fmt: skip
"""The usual endings of templates, environments, their Jinja sources, and examples of them."""
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
DATA_ENDINGS = (".yaml", ".yml", ".template", ".hot", ".env", ".environment", ".json", *EXAMPLE_ENDINGS)
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


def recognize(path: str, content: Document | str) -> Kind:
    """Return the kind of a file: of the parsed document or, for a text, of the document that it is parsed to."""
    named = kind_of_name(path)
    if named is not None:
        return named
    if is_source_name(path):
        text = content.text if isinstance(content, Document) else content
        return "jinja" if has_marks("jinja", utf8(text)) else "other"
    document = content if isinstance(content, Document) else parse(Source(path, content))
    if jinja_span(document) is not None:
        return "jinja" if has_marks("jinja", utf8(document.text)) else "other"
    return kind_of(document)


def kind_of(document: Document) -> Kind:
    """Return the kind of a document by its content. The name of the file counts where the content leaves it open."""
    if document.kind is None:
        document.kind = _kind_of(document)
    kind: Kind = document.kind
    return kind


def _kind_of(document: Document) -> Kind:
    root = document.root
    if root is None or (root.__class__ is Scalar and root.value is None):
        return "empty"
    if root.__class__ is not Mapping:
        return "other"
    named: dict[Any, Any] = root.named
    version = named.get(VERSION_KEY)
    if version is not None:
        is_described = version.value.__class__ is Mapping or _holds_variables(root)
        return "hot" if not is_described or _has_typed("resources", root) else "other"
    if any(key in named for key in CFN_KEYS):
        return "cfn"
    if any(key in named for key in CERTAIN_KEYS):
        return "environment"
    if named and all(name in ENVIRONMENT_KEYS for name in named):
        return "environment" if len(named) > 1 or _is_environment(root, document) else "other"
    own = _kind_of_own(root)
    if (
        own == "other"
        and isinstance(root.get("parameters"), Mapping)
        and document.source.uri.endswith(ENVIRONMENT_ENDINGS)
    ):
        return "environment"  # another section may be misspelled
    return own


def is_template(document: Document) -> bool:
    """Return whether a document is a template, in either language."""
    return kind_of(document) in TEMPLATES


def is_broken_file(document: Document) -> bool:
    """Return whether a broken text may be one of a template in HOT or of an environment: a key of it is at the top level.

    A file of another program may be broken YAML, such as a chart of Helm, and hold the text of a template deeper inside. Such
    files have `parameters`, too, but not with the ending of an environment. In flow style, one of the keys is the first, or the
    version is somewhere.
    """
    text = document.text
    of_environment = "parameters" in text and document.source.uri.endswith(ENVIRONMENT_ENDINGS)
    if not document.broken or not (of_environment or may_be("", text, ("jinja",))):
        return False
    own = (r"parameters(?=[\"']?[ \t]*:)",) if of_environment else ()
    name = rf"""["']?(?:{"|".join((VERSION_KEY, *CERTAIN_KEYS, *own))})\b"""
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith("{") and not start.startswith(("{{", "{%")):
        return may_be("", text, ("hot",)) or re.match(rf"\{{\s*{name}", start) is not None
    keys = re.finditer(rf"(?m)^(\ufeff?[ \t]*){name}", text)
    top = re.search(r"(?m)^([ \t]*)[^\s#%-]", text)
    return any(top is None or len(key[1]) <= len(top[1]) for key in keys)


def _has_typed(section: str, root: Mapping) -> bool:
    """Return whether a section has entries with types, as that of a template: then only the version, or another key, is wrong.

    Elsewhere, a mapping as the version describes the key: API references list the names of parameters like this.
    """
    found = root.get(section)
    entries = found.items() if isinstance(found, Mapping) else ()
    return any(entry.value.__class__ is Mapping and "type" in entry.value.named for entry in entries)


def _holds_variables(root: Mapping) -> bool:
    """Return whether a document has values where a template has sections, as files of variables for other programs have.

    An empty value may be that of a section that is being written. A section in other letters, such as `Resources`, is a mistake,
    as is a single key that no template has; parameters without types tell that the file is none.
    """
    parameters = root.get("parameters")
    is_empty = isinstance(parameters, Mapping) and not parameters.items()
    names = {name: str(name).lower() for name in root.named}
    if is_empty or _has_typed("parameters", root) or any(name in OWN_SECTIONS for name in names.values()):
        return False
    values = (root.named[key].value for key, name in names.items() if name not in SHARED_KEYS and key not in CFN_KEYS)
    given = sum(v.__class__ is Sequence or (v.__class__ is Scalar and v.value is not None) for v in values)
    return given > 1 or (given == 1 and isinstance(parameters, Mapping))


def _is_environment(root: Mapping, document: Document) -> bool:
    """Return whether a document with one section of environments is one.

    Other programs have files with `parameters`, too: these hold a list, or entries that have types, as those of a template.
    """
    name, entry = next(iter(root.named.items()))
    if name != "parameters" or named_as_environment(document.source.uri):
        return True
    if not may_be("", document.text, ("environment",)):  # what is before the section could not be read
        return False
    values = entry.value
    if values.__class__ is Scalar:
        return values.value is None
    if values.__class__ is not Mapping:
        return False
    entries = values.items()
    return not entries or not all(e.value.__class__ is Mapping and "type" in e.value.named for e in entries)


def _kind_of_own(root: Mapping) -> Kind:
    """Return the kind of a document that only hotlint reads; "other" for any other."""
    get = root.get
    tests = get("tests")
    if isinstance(get("template"), Scalar) and isinstance(tests, Sequence) and not _is_of_helm(tests):
        return "suite"
    if _holds_policies(root):
        return "policies"
    snapshot = get("snapshot")
    if isinstance(snapshot, Scalar) and isinstance(snapshot.value, int) and isinstance(get("cloud"), Scalar):
        return "cloud snapshot"
    if isinstance(get("recorded_stack"), Scalar) and isinstance(get("stack"), Mapping):
        return "recorded stack"
    if isinstance(get("template"), (Mapping, Scalar)) and isinstance(get("files"), Mapping):
        return "bundle"
    return "other"


def _is_of_helm(tests: Sequence) -> bool:
    """Return whether tests are those of helm-unittest, whose suites have `template` and `tests`, too: each has `it`."""
    return bool(tests.items) and all(isinstance(test, Mapping) and "it" in test.named for test in tests.items)


def _holds_policies(root: Mapping) -> bool:
    if not all(name in POLICY_KEYS for name in root.named):
        return False
    policies, extends = root.get("policies"), root.get("extends")
    listed = policies.items if isinstance(policies, Sequence) else ()
    extended = extends.items if isinstance(extends, Sequence) else (extends,)
    return any(
        isinstance(item, Mapping) and ("assert" in item.named or "code" in item.named) for item in listed
    ) or any(isinstance(item, Scalar) and item.text.startswith("hotlint:") for item in extended)


def is_source_name(path: str) -> bool:
    """Return whether a file is a Jinja source by its name: `.j2`, `.j2.yaml`, `.yaml.j2`, and the same with `.jinja2`."""
    return _rendered(path.replace("\\", "/").rpartition("/")[2]) is not None


def is_source(path: str, document: Document) -> bool:
    """Return whether a file is a Jinja source: by its name, or by its content as `jinja_span` tells."""
    return is_source_name(path) or jinja_span(document) is not None


def source_of(name: str, names: Iterable[str]) -> str | None:
    """Return the Jinja source, among the `names` of files of a folder, that the file `name` is rendered from.

    None when there is none. A source of several files, such as `role.role.j2.yaml`, counts as the source of each missing
    file with the same ending.
    """
    several = None
    for other in names:
        rendered = _rendered(other)
        if rendered is None:
            continue
        if rendered == name:
            return other
        stem, dot, ending = rendered.rpartition(".")
        if dot and "." in stem and name.endswith("." + ending):
            several = several or other
    return several


def only_source_of(name: str, names: Iterable[str]) -> str | None:
    """Return the Jinja source, among `names`, that is rendered to the file `name` and to no other; None without one."""
    return next((other for other in names if _rendered(other) == name), None)


def rendered_path(path: str) -> str | None:
    """Return the path of the file that a Jinja source is rendered to; None for the path of any other file."""
    folder, slash, name = path.rpartition("/")
    rendered = _rendered(name)
    return f"{folder}{slash}{rendered}" if rendered is not None else None


def _rendered(name: str) -> str | None:
    """Return the name that a source is rendered to; None for a name that is not one of a source."""
    parts = name.split(".")
    if len(parts) > 1 and parts[-1] in JINJA_ENDINGS:
        return ".".join(parts[:-1])
    if len(parts) > 2 and parts[-2] in JINJA_ENDINGS:
        return ".".join((*parts[:-2], parts[-1]))
    return None
