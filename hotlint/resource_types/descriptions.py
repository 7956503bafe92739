"""Descriptions of resource types and their properties, read from the source of an openstack-heat of the user.

The source is parsed and never run or imported. What is found is kept among the data of the user, and is never part of hotlint.
"""

from __future__ import annotations

import ast
import json
import os
import re
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from hotlint.common.cache_dir import data_folder
from hotlint.common.file_replacement import write_whole
from hotlint.common.printable import from_json

FILE = "descriptions.json"
MAX_BYTES = 2 * 1024 * 1024
"""Bytes of one source file; a longer one is not read."""
MAX_FILES = 3000
_RESOURCES = "/heat/engine/resources/"
_DEPTH = 8
"""Levels of properties within properties."""


class TypeTexts(NamedTuple):
    """The texts of one resource type; those of nested properties are under their path with dots."""

    description: str = ""
    properties: Mapping[str, str] = {}
    attributes: Mapping[str, str] = {}


class DescriptionSourceError(Exception):
    """Raised for a path that has no source of openstack-heat; the message says what it should be."""


def sources_of(path: str) -> dict[str, str]:
    """Return the source files of Heat's resources in a folder such as site-packages, an sdist or a wheel, by path.

    Raises OSError, or DescriptionSourceError when there are none.
    """
    if os.path.isdir(path):
        found = dict(_in_folder(path))
    elif zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            infos = [i for i in archive.infolist() if _is_resource(i.filename) and i.file_size <= MAX_BYTES]
            found = {_name(i.filename): _decoded(archive.read(i)) for i in infos[:MAX_FILES]}
    elif tarfile.is_tarfile(path):
        with tarfile.open(path) as archive:
            members = [m for m in archive if m.isreg() and _is_resource(m.name) and m.size <= MAX_BYTES]
            files = ((m, archive.extractfile(m)) for m in members[:MAX_FILES])
            found = {_name(m.name): _decoded(file.read()) for m, file in files if file is not None}
    else:
        os.stat(path)  # which says best why it cannot be read
        found = {}
    if not found:
        raise DescriptionSourceError(
            f"'{path}' should be a folder that holds heat/engine/resources, or an sdist or wheel of openstack-heat"
        )
    return found


def _in_folder(path: str) -> Iterator[tuple[str, str]]:
    root = next(
        (r for r in (os.path.join(path, *parts) for parts in (("heat", "engine", "resources"), ("engine", "resources"), ()))
         if os.path.isfile(os.path.join(r, "openstack", "nova", "server.py"))),
        None,
    )  # fmt: skip
    count = 0
    for folder, inner, files in os.walk(root) if root is not None else ():
        inner.sort()
        for name in sorted(files):
            file = os.path.join(folder, name)
            if name.endswith(".py") and count < MAX_FILES and os.path.getsize(file) <= MAX_BYTES:
                count += 1
                yield os.path.relpath(file, root).replace(os.sep, "/"), _decoded(Path(file).read_bytes())


def _name(path: str) -> str:
    _, found, rest = f"/{path}".partition(_RESOURCES)
    return rest if found else path


def _is_resource(path: str) -> bool:
    return _RESOURCES in f"/{path}" and path.endswith(".py")


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "replace")


# -- reading -------------------------------------------------------------------------------------------------------------


def read_descriptions(sources: Mapping[str, str]) -> dict[str, TypeTexts]:
    """Return the texts of each resource type that source files register. A file that cannot be parsed is left out."""
    found: dict[str, TypeTexts] = {}
    for text in sources.values():
        try:
            module = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        classes = {c.name: c for c in module.body if isinstance(c, ast.ClassDef)}
        for type_name, class_name in _registered(module):
            texts = _Reader(classes).texts(class_name)
            if texts != TypeTexts():
                found.setdefault(type_name, texts)
    return found


def _registered(module: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the types and class names that `resource_mapping()` returns."""
    for function in module.body:
        if not isinstance(function, ast.FunctionDef) or not function.name.endswith("resource_mapping"):
            continue
        for node in ast.walk(function):
            for key, value in zip(node.keys, node.values, strict=True) if isinstance(node, ast.Dict) else ():
                if isinstance(key, ast.Constant) and isinstance(key.value, str) and isinstance(value, ast.Name):
                    yield key.value, value.id


class _Reader:
    """Reads the classes of one file."""

    def __init__(self, classes: Mapping[str, ast.ClassDef]) -> None:
        self._classes = classes

    def texts(self, name: str) -> TypeTexts:
        """Return the texts of a class; what it inherits within the file comes first."""
        order = self._with_bases(name)
        names: dict[str, str] = {}
        properties: dict[str, str] = {}
        attributes: dict[str, str] = {}
        for one in order:
            for statement in one.body:
                names.update(_constants(statement))
        for one in order:
            for statement in one.body:
                target = statement.targets[0] if isinstance(statement, ast.Assign) else None
                if isinstance(statement, ast.Assign) and isinstance(target, ast.Name):
                    if target.id == "properties_schema":
                        properties.update(_schemas(statement.value, names, "", _DEPTH))
                    elif target.id == "attributes_schema":
                        attributes.update(_schemas(statement.value, names, "", 1))
        described = ast.get_docstring(self._classes[name]) if name in self._classes else None
        return TypeTexts(_paragraphs(described or ""), properties, attributes)

    def _with_bases(self, name: str) -> list[ast.ClassDef]:
        found: list[ast.ClassDef] = []
        waiting = [name]
        while waiting:
            own = self._classes.get(waiting.pop())
            if own is not None and own not in found:
                found.append(own)
                waiting += [base.id for base in own.bases if isinstance(base, ast.Name)]
        return found[::-1]


def _constants(statement: ast.stmt) -> dict[str, str]:
    """Return the names that an assignment gives to strings: `A = 'a'`, and `NAMES = (A, B) = ('a', 'b')`."""
    if not isinstance(statement, ast.Assign):
        return {}
    found = {}
    for target in statement.targets:
        value = statement.value
        if isinstance(target, ast.Name) and isinstance(value, ast.Constant) and isinstance(value.value, str):
            found[target.id] = value.value
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            for one, text in zip(target.elts, value.elts, strict=True):
                if isinstance(one, ast.Name) and isinstance(text, ast.Constant) and isinstance(text.value, str):
                    found[one.id] = text.value
    return found


def _schemas(node: ast.expr, names: Mapping[str, str], prefix: str, depth: int) -> dict[str, str]:
    """Return the descriptions in a mapping of schemas, by path."""
    found: dict[str, str] = {}
    for key, schema in zip(node.keys, node.values, strict=True) if isinstance(node, ast.Dict) else ():
        name = _text(key, names) if key is not None else None
        if name is None or not isinstance(schema, ast.Call):
            continue
        described = _description(schema, names)
        if described:
            found[prefix + name] = described
        inner = next((k.value for k in schema.keywords if k.arg == "schema"), None)
        while isinstance(inner, ast.Call):
            inner = next((k.value for k in inner.keywords if k.arg == "schema"), None)
        if inner is not None and depth > 1:
            found.update(_schemas(inner, names, f"{prefix}{name}.", depth - 1))
    return found


def _description(schema: ast.Call, names: Mapping[str, str]) -> str:
    """Return the description of a schema: an argument that is a text, marked for translation or not."""
    for value in (*schema.args, *(k.value for k in schema.keywords if k.arg == "description")):
        while isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mod):
            value = value.left  # names that are filled in
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "_" and value.args:
            return " ".join(_filled(_text(value.args[0], names) or "").split())
        if isinstance(value, ast.Constant) and isinstance(value.value, str) and " " in value.value:
            return " ".join(_filled(value.value).split())
    return ""


def _filled(text: str) -> str:
    """Return a text with an ellipsis for each name that is filled in."""
    return re.sub(r"%(?:\(\w+\))?s", "...", text)


def _text(node: ast.expr, names: Mapping[str, str]) -> str | None:
    """Return a text that is written as a literal, by the name of a constant, or as a template with such names."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.Name):
        return names.get(node.id)
    if isinstance(node, ast.Attribute):
        return names.get(node.attr)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod | ast.Add):
        left, right = _text(node.left, names), _text(node.right, names)
        if isinstance(node.op, ast.Add):
            return left + right if left is not None and right is not None else None
        return left
    return None


def _paragraphs(text: str) -> str:
    """Return a docstring with each paragraph on one line; a directive of reStructuredText ends it."""
    paragraphs = [" ".join(p.split()) for p in re.split(r"\n\s*\n", text)]
    end = next((n for n, p in enumerate(paragraphs) if p.startswith("..")), len(paragraphs))
    return "\n\n".join(p.removesuffix("::") for p in paragraphs[:end] if p)


# -- keeping -------------------------------------------------------------------------------------------------------------


def kept_path() -> Path:
    """Return the path of the kept descriptions, which may not exist: they are data of the user, not a cache."""
    return Path(data_folder(), FILE)


def keep(found: Mapping[str, TypeTexts]) -> str:
    """Write descriptions to the data folder of the user, and return their path. Raises OSError."""
    path = kept_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    data = {name: texts._asdict() for name, texts in sorted(found.items())}
    write_whole(str(path), json.dumps(data, ensure_ascii=False))
    _kept.cache_clear()
    return str(path)


def texts_of(type_name: str) -> TypeTexts:
    """Return the kept descriptions of a resource type; empty ones where there are none."""
    own = _kept(kept_path()).get(type_name)
    if not isinstance(own, dict):
        return TypeTexts()
    described = own.get("description")
    sections = (
        {k: v for k, v in (own.get(s) or {}).items() if isinstance(v, str)} for s in ("properties", "attributes")
    )
    return TypeTexts(described if isinstance(described, str) else "", *sections)


@lru_cache(maxsize=4)
def _kept(path: Path) -> dict[str, Any]:
    try:
        data = from_json(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}
