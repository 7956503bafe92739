"""The documentation of templates, as data and as Markdown; values of hidden parameters are left out."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from hotlint.analysis.composition.masking import REDACTED
from hotlint.analysis.environments.file import to_plain
from hotlint.analysis.template import Condition, Output, Parameter, Resource
from hotlint.common.files import ReadError
from hotlint.common.printable import markdown_code as code
from hotlint.dry_run.dependency_graph import DependencyGraph, dependency_graph
from hotlint.dry_run.results import StackResult
from hotlint.output.graph import render_mermaid
from hotlint.resource_types.meanings import meanings_of
from hotlint.syntax.nodes import Mapping, Node, Scalar
from hotlint.syntax.scalars import typed

_SIMPLE = re.compile(r"[A-Za-z_$%][\w$%./:-]*(?<!:)")
"""Strings that are written without quotes."""
EXPRESSION_LIMIT = 120
"""Characters of an expression that is shown; a longer one is cut."""


class ParameterDocs(NamedTuple):
    """A parameter. `default` is None where there is none, so that a value has to be given; it is redacted when hidden."""

    name: str
    type: str
    default: str | None
    description: str
    constraints: tuple[str, ...]
    hidden: bool
    immutable: bool


class ConditionDocs(NamedTuple):
    """A condition with its expression."""

    name: str
    expression: str


class ResourceDocs(NamedTuple):
    """A resource. `template` is the path of the nested template that it is, relative to the template's folder, or ""."""

    name: str
    type: str
    description: str
    condition: str
    depends_on: tuple[str, ...]
    template: str


class OutputDocs(NamedTuple):
    """An output with the expression of its value."""

    name: str
    description: str
    value: str
    condition: str


class NestedDocs(NamedTuple):
    """A nested template, the resources that use it, and its description."""

    path: str
    users: tuple[str, ...]
    description: str


class TemplateDocs(NamedTuple):
    """The documentation of one template. `groups` are the labels and parameters of parameter_groups."""

    title: str
    path: str
    version: str
    description: str
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    parameters: tuple[ParameterDocs, ...]
    conditions: tuple[ConditionDocs, ...]
    resources: tuple[ResourceDocs, ...]
    outputs: tuple[OutputDocs, ...]
    nested: tuple[NestedDocs, ...]
    graph: DependencyGraph


def template_docs(preview: StackResult) -> TemplateDocs:
    """Return the documentation of a template."""
    reader = _Reader(preview)
    template, path = preview.context.template, preview.context.path
    version = template.version_node
    shown = str(version.value) if isinstance(version, Scalar) else ""
    resources = tuple(map(reader.resource, template.resources.values()))
    return TemplateDocs(
        title=os.path.basename(path),
        path=path.replace(os.sep, "/"),
        version=shown,
        description=reader.text(template.section("description")),
        groups=tuple(reader.groups()),
        parameters=tuple(map(reader.parameter, template.parameters.values())),
        conditions=tuple(map(reader.condition, template.conditions.values())),
        resources=resources,
        outputs=tuple(map(reader.output, template.outputs.values())),
        nested=tuple(reader.nested(resources)),
        graph=dependency_graph(preview),
    )


class _Reader:
    def __init__(self, preview: StackResult) -> None:
        self.preview = preview
        self.context = preview.context

    def text(self, node: Node | None) -> str:
        """Return a description: the text of a scalar."""
        return node.text.strip() if isinstance(node, Scalar) and node.value is not None else ""

    def groups(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        for group in self.context.template.groups:
            node = group.node.get("label") if isinstance(group.node, Mapping) else None
            yield self.text(node), tuple(str(name.value) for name in group.names)

    def parameter(self, parameter: Parameter) -> ParameterDocs:
        node = parameter.field("default")
        default = _shown(to_plain(node)) if node is not None and parameter.has_default else None
        if default is not None and parameter.hidden:
            default = REDACTED
        label, description = self.text(parameter.field("label")), self.text(parameter.field("description"))
        return ParameterDocs(
            parameter.name,
            parameter.type or "",
            default,
            f"{label}: {description}" if label and description else label or description,
            tuple(self._constraints(parameter)),
            parameter.hidden,
            parameter.immutable,
        )

    def condition(self, condition: Condition) -> ConditionDocs:
        return ConditionDocs(condition.name, self._expression(condition.node))

    def resource(self, resource: Resource) -> ResourceDocs:
        location = self.context.resolved_type(resource).location if resource.type is not None else None
        path = location.path or location.url if location is not None else None
        return ResourceDocs(
            resource.name,
            resource.type or "",
            self.text(resource.field("description")),
            self._field(resource, "condition"),
            tuple(str(node.value) for node in resource.depends_on()),
            self._relative(path) if path else "",
        )

    def output(self, output: Output) -> OutputDocs:
        return OutputDocs(
            output.name,
            self.text(output.field("description")),
            self._field(output, "value"),
            self._field(output, "condition"),
        )

    def nested(self, resources: tuple[ResourceDocs, ...]) -> Iterator[NestedDocs]:
        users: dict[str, list[str]] = {}
        for resource in resources:
            if resource.template:
                users.setdefault(resource.template, []).append(resource.name)
        for path, names in users.items():
            yield NestedDocs(path, tuple(names), self._description(path))

    def _description(self, path: str) -> str:
        """Return the description of a nested template; empty when it cannot be read."""
        if "://" in path:
            return ""
        try:
            document = self.context.project.document(os.path.join(os.path.dirname(self.context.path), path))
        except (OSError, ReadError):
            return ""
        return self.text(document.root.get("description")) if isinstance(document.root, Mapping) else ""

    def _constraints(self, parameter: Parameter) -> Iterator[str]:
        for kind, entry, mapping in parameter.constraints():
            node = mapping.get("description")
            about = f" ({self.text(node)})" if node is not None else ""
            yield _constraint(kind, to_plain(entry.value)) + about

    def _field(self, owner: Resource | Output, name: str) -> str:
        node = owner.field(name)
        return self._expression(node) if node is not None else ""

    def _expression(self, node: Node) -> str:
        """Return an expression as it is written, on one line."""
        text = node.text if isinstance(node, Scalar) else _shown(to_plain(node))
        text = " ".join(text.split())
        return text if len(text) <= EXPRESSION_LIMIT else f"{text[: EXPRESSION_LIMIT - 1]}…"

    def _relative(self, path: str) -> str:
        if "://" in path:
            return path
        folder = os.path.dirname(os.path.abspath(self.context.path))
        return os.path.relpath(os.path.abspath(path), folder).replace(os.sep, "/")


def _constraint(kind: str, value: Any) -> str:
    """Return a constraint in words."""
    if kind in ("range", "length") and isinstance(value, dict):
        least, most = value.get("min"), value.get("max")
        if least is not None and most is not None:
            return f"{kind} {least} to {most}"
        return f"{kind} at least {least}" if most is None else f"{kind} at most {most}"
    if kind == "allowed_values" and isinstance(value, list):
        return f"one of {', '.join(map(_shown, value))}"
    if kind == "allowed_pattern":
        return f"matches {value}"
    if kind == "modulo" and isinstance(value, dict):
        return f"{value.get('offset', 0)} plus a multiple of {value.get('step')}"
    return str(value) if kind == "custom_constraint" else f"{kind}: {_shown(value)}"


def _shown(value: Any) -> str:
    """Return plain data on one line: strings as they are, anything else as YAML in flow style."""
    return value if isinstance(value, str) and value else _flow(value)


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_flow(k)}: {_flow(v)}' for k, v in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_flow, value))}]"
    if isinstance(value, str) and _SIMPLE.fullmatch(value) and typed(value) == value:
        return value
    return json.dumps(value, ensure_ascii=False, default=str)


def render_markdown(documents: Sequence[TemplateDocs], *, level: int = 2, graph: bool = True) -> str:
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
        yield f"```mermaid\n{render_mermaid(docs.graph, docs.path)}```"


def _parameter(parameter: ParameterDocs) -> tuple[str, ...]:
    notes = [word for word, is_set in (("hidden", parameter.hidden), ("immutable", parameter.immutable)) if is_set]
    kind = ", ".join([code(parameter.type), *notes])
    default = "required" if parameter.default is None else code(parameter.default)
    constraints = "<br>".join(_cell(c) for c in parameter.constraints)
    return code(parameter.name), kind, default, constraints, _cell(parameter.description)


def _resources(docs: TemplateDocs) -> str:
    """Return the table of the resources. One without a description has what its type makes, once for each type."""
    rows: list[tuple[str, ...]] = []
    described: set[str] = set()
    for resource in docs.resources:
        kind = _link(resource.template, resource.type) if resource.template else code(resource.type)
        needs = ", ".join(map(code, resource.depends_on))
        said = resource.description
        if not said and resource.type not in described:
            said = meanings_of(resource.type).makes.replace("`", "")
            described.add(resource.type)
        rows.append((code(resource.name), kind, code(resource.condition), needs, _cell(said)))
    return _table(("Name", "Type", "Condition", "Depends on", "Description"), rows)


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table without the columns that are empty in every row."""
    filled = list(rows)
    used = [i for i in range(len(header)) if i == 0 or any(row[i] for row in filled)]
    lines = [[header[i] for i in used], ["---"] * len(used), *([row[i] for i in used] for row in filled)]
    return "\n".join(f"| {' | '.join(line)} |".replace("|  |", "| |") for line in lines)


def _link(path: str, shown: str | None = None) -> str:
    return f"[{code(shown or path)}]({address(path)})"


def address(path: str) -> str:
    """Return the address of a nested template in a link: a URL, or a path, of which nothing counts as a scheme that is run."""
    from urllib.parse import quote

    is_url = path.startswith(("http://", "https://"))
    return quote(path, safe="/:.-_~" if is_url else "/.-_~", errors="surrogatepass")


def _cell(text: str) -> str:
    """Return text in a cell: paragraphs become line breaks."""
    return "<br>".join(_plain(" ".join(part.split())) for part in re.split(r"\n\s*\n", text.strip())) if text else ""


def _plain(text: str) -> str:
    return re.sub(r"([\\`*\[\]<>|#]|(?<!\w)_|_(?!\w))", r"\\\1", text)
