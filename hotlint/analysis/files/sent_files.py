"""Files as Heat's client sends them: a template as JSON, other text as it is, anything else in Base64."""

from __future__ import annotations

import json
import os
from collections.abc import Callable

from hotlint.analysis.environments.file import to_plain
from hotlint.analysis.environments.registry import TEMPLATE_ENDINGS
from hotlint.analysis.files.client_files import file_references, is_named
from hotlint.analysis.locations import locate
from hotlint.analysis.template import is_template
from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.common.files import ReadError, read_bytes
from hotlint.language.origins import FILE, ValueSource
from hotlint.language.values import EvaluationError, Unknown, Value
from hotlint.syntax.nodes import Document

if TYPE_CHECKING:
    from hotlint.analysis.files.project import Project

SENT_LIMIT = 524_288
"""Characters of one file that Heat takes (max_template_size of heat.conf, as it is by default)."""


def sent_template(project: Project, path: str) -> Document | None:
    """Return a file that the client takes for a template, and sends as JSON; None for any other.

    Raises as `Project.document` does.
    """
    if not project.mentions_version(path):
        return None
    document = project.document(path)
    if not is_template(document) or document.broken or any(p.slug == "json" for p in document.problems):
        return None
    return document


def sent_text(project: Project, path: str) -> str:
    """Return the text that Heat gets of a file. The places of files in a template are those of its own text.

    Raises as `Project.document` does.
    """
    return project.memoize(("sent text", path), lambda: _sent_text(project, path))


def _sent_text(project: Project, path: str) -> str:
    try:
        document = sent_template(project, path)
        if document is None or document.root is None:
            return project.text(path)
        return json.dumps(to_plain(document.root))
    except ReadError:
        import base64

        return base64.encodebytes(read_bytes(path)).decode("ascii")
    except (ValueError, RecursionError):  # a number of more digits than Python writes, or too deep
        return project.text(path)


def sent_names(value: Value, path: str) -> Value:
    """Return a value of the template at `path` with the names of templates as the client sends them: as addresses."""
    if isinstance(value, dict):
        return {k: _sent_name(v, path) if k == "type" else sent_names(v, path) for k, v in value.items()}
    return [sent_names(v, path) for v in value] if isinstance(value, list) else value


def _sent_name(value: Value, path: str) -> Value:
    if not isinstance(value, str) or not value.endswith(TEMPLATE_ENDINGS) or "://" in value:
        return sent_names(value, path)
    return address_of(locate(value, path).path or value)


def address_of(path: str) -> str:
    """Return the address by which the client names a file of this machine."""
    from urllib.request import pathname2url

    return "file:" + "//" + pathname2url(os.path.abspath(path))


def sent_value(project: Project, name: str, origin: str, *, from_here: bool = False) -> Value:
    """Return what Heat gets of a file that get_file names in the file `origin`; Unknown when it is not on this machine.

    `from_here`: the client runs on this machine, so that the places of files which it writes into templates are known.
    Raises EvaluationError for a file that is missing, or a folder.
    """
    location = project.locate(name, origin)
    path = location.path
    if path is None:
        return Unknown(f"{location.url} is not fetched", "string", ValueSource(FILE, name))
    state = project.state(path)
    if state == "rendered":
        return Unknown(f"file '{name}' is still to be rendered", "string", ValueSource(FILE, name))
    if state == "moved":
        return Unknown(f"file '{name}' is elsewhere in the tree", "string", ValueSource(FILE, name))
    if state == "outside":
        return Unknown(f"file '{name}' is not read: {project.files.refusal(path)}", "string", ValueSource(FILE, name))
    if state == "missing":
        raise EvaluationError(f"file '{name}' does not exist", slug="missing-file")
    if state == "folder":
        raise EvaluationError(f"'{name}' is a folder, not a file", slug="missing-file")
    try:
        return _value(project, name, path, from_here)
    except PermissionError:
        return Unknown(f"file '{name}' cannot be read: permission denied", "string", ValueSource(FILE, name))
    except FileNotFoundError:
        raise EvaluationError(f"file '{name}' does not exist", slug="missing-file") from None
    except ReadError as exc:
        return Unknown(f"file '{name}' cannot be read: {exc.message}", "string", ValueSource(FILE, name))


def _value(project: Project, name: str, path: str, from_here: bool) -> Value:
    text = project.memoize(("sent value", path), lambda: _text_without_places(project, path))
    if text is not None:
        return text
    if from_here and (document := sent_template(project, path)) is not None and document.root is not None:
        address = lambda item: address_of(place) if (place := locate(item, path).path) is not None else None  # noqa: E731
        return json.dumps(with_addresses(to_plain(document.root), address))
    why = f"the client writes the places of files on its machine into the template '{name}'"
    return Unknown(why, "string", ValueSource(FILE, name))


def _text_without_places(project: Project, path: str) -> str | None:
    """Return the text that Heat gets of a file; None where the client writes places of files into it. Raises as `sent_text`."""
    try:
        document = sent_template(project, path)
    except ReadError:
        document = None
    return None if document is not None and file_references(project, document) else sent_text(project, path)


def with_addresses(value: Any, address: Callable[[str], str | None]) -> Any:
    """Return the plain data of a template with the addresses of the files that it names, as the client writes it.

    `address` returns that of a name; None for a name that stays.
    """
    if isinstance(value, list):
        return [with_addresses(item, address) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: found
        if isinstance(item, str) and is_named(key, item) and (found := address(item)) is not None
        else with_addresses(item, address)
        for key, item in value.items()
    }
