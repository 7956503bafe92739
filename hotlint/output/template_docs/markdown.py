"""The documentation of templates as Markdown, with the graph in Mermaid, which GitHub and GitLab draw."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from hotlint.output.graph.mermaid import render as render_graph
from hotlint.output.markdown import code
from hotlint.output.template_docs.model import ParameterDocs, TemplateDocs


def render(documents: Sequence[TemplateDocs], *, level: int = 2, graph: bool = True) -> str:
    """Return a section for each template; its headings begin at `level`. `graph` False leaves the graphs out."""
    return "\n\n".join("\n\n".join(_template(d, level, graph=graph)) for d in documents) + "\n"


def _template(docs: TemplateDocs, level: int, *, graph: bool) -> Iterator[str]:
    heading = "#" * (level + 1)
    yield f"{'#' * level} {_plain(docs.title)}"
    if docs.description:
        yield "\n".join(_plain(line) for line in docs.description.splitlines())
    for label, names in docs.groups:
        if label:
            yield f"**{_plain(label)}**: {', '.join(map(code, names))}"
    if docs.parameters:
        yield f"{heading} Parameters"
        header = ("Name", "Type", "Default", "Constraints", "Description")
        yield _table(header, map(_parameter, docs.parameters))
    if docs.conditions:
        yield f"{heading} Conditions"
        yield _table(("Name", "Expression"), ((code(c.name), code(c.expression)) for c in docs.conditions))
    if docs.resources:
        yield f"{heading} Resources"
        yield _resources(docs)
    if docs.nested:
        yield f"{heading} Nested templates"
        rows = ((_link(n.path), ", ".join(map(code, n.users)), _cell(n.description)) for n in docs.nested)
        yield _table(("Template", "Used by", "Description"), rows)
    if docs.outputs:
        yield f"{heading} Outputs"
        outputs = ((code(o.name), _cell(o.description), code(o.value), code(o.condition)) for o in docs.outputs)
        yield _table(("Name", "Description", "Value", "Condition"), outputs)
    if graph and docs.graph.nodes:
        yield f"{heading} Graph"
        yield f"```mermaid\n{render_graph(docs.graph, docs.path)}```"


def _parameter(parameter: ParameterDocs) -> tuple[str, ...]:
    notes = [word for word, is_set in (("hidden", parameter.hidden), ("immutable", parameter.immutable)) if is_set]
    kind = ", ".join([code(parameter.type), *notes])
    default = "required" if parameter.default is None else code(parameter.default)
    constraints = "<br>".join(_cell(c) for c in parameter.constraints)
    return code(parameter.name), kind, default, constraints, _cell(parameter.description)


def _resources(docs: TemplateDocs) -> str:
    rows = []
    for resource in docs.resources:
        kind = _link(resource.template, resource.type) if resource.template else code(resource.type)
        needs = ", ".join(map(code, resource.depends_on))
        rows.append((code(resource.name), kind, code(resource.condition), needs, _cell(resource.description)))
    return _table(("Name", "Type", "Condition", "Depends on", "Description"), rows)


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table without the columns that are empty in every row."""
    filled = list(rows)
    used = [i for i in range(len(header)) if i == 0 or any(row[i] for row in filled)]
    lines = [[header[i] for i in used], ["---"] * len(used), *([row[i] for i in used] for row in filled)]
    return "\n".join(f"| {' | '.join(line)} |".replace("|  |", "| |") for line in lines)


def _link(path: str, shown: str | None = None) -> str:
    from urllib.parse import quote

    return f"[{code(shown or path)}]({quote(path, safe='/:.-_~')})"


def _cell(text: str) -> str:
    """Return text in a cell: paragraphs become line breaks."""
    return "<br>".join(_plain(" ".join(part.split())) for part in re.split(r"\n\s*\n", text.strip())) if text else ""


def _plain(text: str) -> str:
    return re.sub(r"([\\`*\[\]<>|#]|(?<!\w)_|_(?!\w))", r"\\\1", text)
