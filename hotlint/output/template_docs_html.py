"""The documentation of templates as one self-contained page, with the graphs as drawings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import quote

from hotlint.output.graph import render_svg
from hotlint.output.html_page import page, text
from hotlint.output.template_docs import ParameterDocs, TemplateDocs


def render_html(documents: Sequence[TemplateDocs], *, level: int = 2, graph: bool = True) -> str:
    """Return the page. `level` has no effect here; `graph` False leaves the graphs out."""
    title = documents[0].title if len(documents) == 1 else f"{len(documents)} templates"
    navigation = "".join(f"<b>{text(d.title)}</b><ul>{''.join(_links(d, i))}</ul>" for i, d in enumerate(documents))
    body = "".join("".join(_template(d, i, graph=graph)) for i, d in enumerate(documents))
    return page(title, "Documentation of HOT templates", navigation, body)


LONGEST_WORD = 32
"""Characters of a word that a column keeps on one line."""
_SHORT = 32
"""Characters of a constraint that stay on one line."""
_PARTS = ("parameters", "conditions", "resources", "nested", "outputs")


def _links(docs: TemplateDocs, number: int) -> Iterator[str]:
    for part in _PARTS:
        if getattr(docs, part):
            yield f'<li><a href="#t{number}-{part}">{_title(part)}</a></li>'


def _title(part: str) -> str:
    return "Nested templates" if part == "nested" else part.capitalize()


def _template(docs: TemplateDocs, number: int, *, graph: bool) -> Iterator[str]:
    yield f"<h2>{text(docs.title)}</h2>"
    yield "".join(f"<p>{text(part)}</p>" for part in docs.description.split("\n\n") if part.strip())
    rows: dict[str, tuple[tuple[str, ...], Iterable[tuple[str, ...]]]] = {
        "parameters": (("Name", "Type", "Default", "Constraints", "Description"), map(_parameter, docs.parameters)),
        "conditions": (("Name", "Expression"), ((_code(c.name), _code(c.expression)) for c in docs.conditions)),
        "resources": (
            ("Name", "Type", "Condition", "Depends on", "Description"),
            (
                (
                    _code(r.name), _link(r.template, r.type) if r.template else _code(r.type), _code(r.condition),
                    ", ".join(map(_code, r.depends_on)), text(r.description),
                )
                for r in docs.resources
            ),
        ),
        "nested": (
            ("Template", "Used by", "Description"),
            ((_link(n.path, n.path), ", ".join(map(_code, n.users)), text(n.description)) for n in docs.nested),
        ),
        "outputs": (
            ("Name", "Description", "Value", "Condition"),
            ((_code(o.name), text(o.description), _code(o.value), _code(o.condition)) for o in docs.outputs),
        ),
    }  # fmt: skip
    for part, (header, lines) in rows.items():
        if getattr(docs, part):
            yield f'<h3 id="t{number}-{part}">{_title(part)}</h3>{_table(header, list(lines))}'
    if graph and docs.graph.nodes:
        yield f'<h3>Graph</h3><div class="drawing">{render_svg(docs.graph, docs.path, alone=False)}</div>'


def _parameter(parameter: ParameterDocs) -> tuple[str, ...]:
    notes = [word for word, is_set in (("hidden", parameter.hidden), ("immutable", parameter.immutable)) if is_set]
    default = "required" if parameter.default is None else _code(parameter.default)
    constraints = "<br>".join(map(_unbroken, parameter.constraints))
    return (
        _code(parameter.name),
        ", ".join([_code(parameter.type), *notes]),
        default,
        constraints,
        text(parameter.description),
    )


def _table(header: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    used = [i for i in range(len(header)) if i == 0 or any(row[i] for row in rows)]
    head = "".join(f"<th>{header[i]}</th>" for i in used)
    cells = (("".join(f'<td data-label="{header[i]}">{row[i]}</td>' for i in used)) for row in rows)
    body = "".join(f'<tr class="entry">{line}</tr>' for line in cells)
    return f'<table class="fit"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def _code(value: str) -> str:
    long = ' class="long"' if any(len(word) > LONGEST_WORD for word in value.split()) else ""
    return f"<code{long}>{text(value)}</code>" if value else ""


def _unbroken(constraint: str) -> str:
    """Return a constraint on one line where it is short enough for a column."""
    return f'<span class="whole">{text(constraint)}</span>' if len(constraint) <= _SHORT else text(constraint)


def _link(path: str, shown: str) -> str:
    if path.partition(":")[0].lower() in ("javascript", "data", "vbscript"):
        return _code(shown)
    return f'<a href="{text(quote(path, safe="/:.-_~", errors="surrogatepass"))}">{_code(shown)}</a>'
