"""What is wrong in a bundle, as `hotlint bundle` writes it: a template with its files and environments.

No other file is read.
"""

from __future__ import annotations

import json
import re

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.environments.file import to_plain
from hotlint.analysis.files.project import Project
from hotlint.analysis.locations import locate
from hotlint.analysis.template import span_of
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.common.boundary import SentFiles
from hotlint.linter.checking.engine import Engine
from hotlint.linter.checking.file_result import FileResult, Handled
from hotlint.linter.diagnostic import Diagnostic
from hotlint.syntax.nodes import Mapping, Node, Scalar, Sequence
from hotlint.syntax.parser import parse
from hotlint.syntax.source import LineIndex, Source

if TYPE_CHECKING:
    from hotlint.linter.checking.run import Steps


def check(engine: Engine, file: Handled) -> Steps[FileResult | None]:
    """Return the result of a bundle: of its template with its environments and values, at the places in the bundle."""
    root = file.document.root
    if not isinstance(root, Mapping) or not file.is_named:
        return None
    node = root.get("template")
    assert node is not None  # the kind has it
    in_place = _in_place(node, file.document.text) if isinstance(node, Mapping) else None
    text = in_place if in_place is not None else _text(node)
    sources = {file.path: text, **_files(root.get("files"), file.path)}
    environments = _environments(root, file.path, sources)
    parsed = {path: Source(path, one) for path, one in sources.items()}
    project = Project(file.project.catalog, parsed, confined_to=SentFiles(file.path))
    values = to_plain(given) if isinstance(given := root.get("parameters"), Mapping) else {}
    context = TemplateContext.open(
        project, file.path, project.environment(environments, values), Meter(Budget.of(file.settings.budget)),
        complete=True, root=True,
    )  # fmt: skip
    result = yield from engine.check_context(context)
    found = result.diagnostics if in_place is not None else [_at(node, d, text) for d in result.diagnostics]
    return result._replace(
        document=file.document, diagnostics=found, files=frozenset(file.project.reads.paths), named=file.named
    )


def _in_place(node: Mapping, text: str) -> str | None:
    """Return the text with nothing but a mapping of it, each character at its place; None where that is not the same mapping."""
    before, after = (re.sub(r"[^\r\n]", " ", part) for part in (text[: node.start], text[node.end :]))
    start = "" if node.flow else "#"  # a comment, so that Heat does not strip the indentation of the first key
    alone = start + before[len(start) :] + text[node.start : node.end] + after
    document = parse(Source("", alone))
    return alone if not document.broken and document.root and to_plain(document.root) == to_plain(node) else None


def _at(node: Node, found: Diagnostic, text: str) -> Diagnostic:
    """Return a finding in the text of a template as one at the node that holds the text."""
    line = LineIndex(text).position(found.span.start).line + 1
    return found._replace(span=span_of(node), message=f"{found.message} (line {line} of the template)", fixes=())


def _text(node: Node) -> str:
    return node.text if isinstance(node, Scalar) else json.dumps(to_plain(node), indent=1)


def _files(node: Node | None, origin: str) -> dict[str, str]:
    """Return the texts of the files in a bundle, by path; those of other machines keep their addresses."""
    if not isinstance(node, Mapping):
        return {}
    named = ((locate(str(entry.name), origin).path, entry.value) for entry in node.items())
    return {path: _text(value) for path, value in named if path is not None}


def _environments(root: Mapping, origin: str, sources: dict[str, str]) -> list[str]:
    """Return the paths of the environments, in order. What Heat gets merged already has a path of its own, among `sources`."""
    listed, merged = root.get("environment_files"), root.get("environment")
    if isinstance(listed, Sequence) and listed.items:
        paths = [locate(item.text, origin).path for item in listed.items if isinstance(item, Scalar)]
        return [path for path in paths if path in sources and path is not None]
    if merged is None or (isinstance(merged, Scalar) and not merged.text):
        return []
    path = f"{origin}.environment"
    sources[path] = _text(merged)
    return [path]
