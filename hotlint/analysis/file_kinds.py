"""The one answer to "what kind of file is this?".

Recognition has two stages: `may_be` searches a text for the marks of kinds (`hotlint.analysis.file_marks`, which has the table
of kinds), and `recognize` decides by the parsed document.
"""

from __future__ import annotations

import re

from hotlint.analysis.file_marks import (
    CERTAIN_KEYS,
    CFN_KEYS,
    CHECKED,
    ENVIRONMENT_ENDINGS,
    ENVIRONMENT_KEYS,
    KINDS,
    OWN_SECTIONS,
    POLICY_KEYS,
    SHARED_KEYS,
    TEMPLATES,
    VERSION_KEY,
    has_marks,
    kind_of_name,
    may_be,
    named_as_environment,
    utf8,
)
from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.language.jinja_sources import is_source, is_source_name
from hotlint.syntax.nodes import Document, Mapping, Scalar, Sequence
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

if TYPE_CHECKING:
    from hotlint.analysis.file_marks import Kind

__all__ = [
    "CFN_KEYS",
    "CHECKED",
    "KINDS",
    "TEMPLATES",
    "VERSION_KEY",
    "is_broken_file",
    "is_template",
    "kind_of",
    "may_be",
    "recognize",
]


def recognize(path: str, content: Document | str) -> Kind:
    """Return the kind of a file: of the parsed document or, for a text, of the document that it is parsed to."""
    named = kind_of_name(path)
    if named is not None:
        return named
    if is_source_name(path):
        text = content.text if isinstance(content, Document) else content
        return "jinja" if has_marks("jinja", utf8(text)) else "other"
    document = content if isinstance(content, Document) else parse(Source(path, content))
    if is_source(path, document):
        return "jinja" if has_marks("jinja", utf8(document.text)) else "other"
    return kind_of(document)


def kind_of(document: Document) -> Kind:
    """Return the kind of a document by its content. The name of the file counts where the content leaves it open."""
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
