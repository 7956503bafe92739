"""The table of output formats: options, help and completion read it.

A format of findings is a module, `hotlint.output.findings.NAME`, whose function `render` makes its text. If reports may be too large
for the memory, it also has `pieces`, which yields the text bit by bit; a binary format has only `write`. A format of another subject is
the function `render_NAME` of the module `hotlint.output.SUBJECT`, or of the module in `OWN_MODULES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module

from hotlint.common.records import NamedTuple


class OutputFormat(NamedTuple):
    """One output format.

    `subject` is what it renders: findings, a preview, a diff, a plan, a failure, tests, coverage, the documentation of templates, or
    a graph. `binary` ones are not text, and are written to files only.
    """

    subject: str
    name: str
    summary: str
    binary: bool = False


FORMATS = (
    OutputFormat("findings", "text", "the marked line of each finding, one for each cause, and a summary"),
    OutputFormat("findings", "concise", "one line per finding, for editors and grep"),
    OutputFormat("findings", "json", "a JSON document in the shape of the Python API; lines and columns count from 1"),
    OutputFormat("findings", "sarif", "SARIF 2.1.0, for code scanning"),
    OutputFormat("findings", "junit", "JUnit XML, for build servers that show tests"),
    OutputFormat("findings", "github", "workflow commands of GitHub Actions"),
    OutputFormat("findings", "gitlab", "a code quality report of GitLab"),
    OutputFormat(
        "findings", "markdown", "the summary of a job, or a comment for a merge request; one finding for each cause"
    ),
    OutputFormat("findings", "html", "one self-contained page with filters; one finding for each cause"),
    OutputFormat("findings", "jsonl", "JSON Lines: one finding a line, as in json"),
    OutputFormat("findings", "parquet", "a file of Apache Parquet, one finding a row (extra dask)", binary=True),
    OutputFormat("preview", "yaml", "the resolved template as YAML"),
    OutputFormat("preview", "json", "a JSON document in the shape of the Python API"),
    OutputFormat("preview", "html", "one self-contained page"),
    OutputFormat("diff", "text", "the changes, for the terminal"),
    OutputFormat("diff", "json", "a JSON document"),
    OutputFormat("diff", "markdown", "a comment for a merge request"),
    OutputFormat("plan", "text", "the changes, for the terminal"),
    OutputFormat("plan", "json", "a JSON document"),
    OutputFormat("plan", "markdown", "a comment for a merge request"),
    OutputFormat("failure", "text", "each failed resource with its place, the words of the service, and the value"),
    OutputFormat("failure", "json", "a JSON document"),
    OutputFormat("tests", "text", "each failure with the line of its assertion, and a summary"),
    OutputFormat("tests", "json", "a JSON document"),
    OutputFormat("tests", "junit", "JUnit XML, for build servers"),
    OutputFormat("tests", "tap", "the Test Anything Protocol"),
    OutputFormat("coverage", "text", "a table of templates, and what no test reaches"),
    OutputFormat("coverage", "json", "a JSON document"),
    OutputFormat("coverage", "html", "one self-contained page with the templates marked"),
    OutputFormat("coverage", "lcov", "an LCOV trace file, for editors and build servers"),
    OutputFormat("template_docs", "markdown", "Markdown, with the graph in Mermaid"),
    OutputFormat("template_docs", "html", "one self-contained page"),
    OutputFormat("graph", "mermaid", "a Mermaid flowchart, which GitHub and GitLab draw"),
    OutputFormat("graph", "dot", "the language of Graphviz"),
    OutputFormat("graph", "svg", "a drawing"),
    OutputFormat("graph", "html", "one self-contained page"),
)


OWN_MODULES = {("preview", "html"): "preview_html", ("template_docs", "html"): "template_docs_html"}
"""Formats whose functions have a module of their own, as they are large."""


def format_names(subject: str) -> tuple[str, ...]:
    """Return the names of the formats for a subject; the first is the default."""
    return tuple(f.name for f in FORMATS if f.subject == subject)


def format_help(subject: str) -> str:
    """Return the help of an option that chooses a format: each one with its summary, in one sentence."""
    listed = "; ".join(f"{f.name}: {f.summary}" for f in FORMATS if f.subject == subject)
    return f"output format (default: {format_names(subject)[0]}) - {listed}"


def renderer(subject: str, name: str) -> Callable[..., str]:
    """Return the function that makes the text of a format."""
    if subject == "findings":
        render: Callable[..., str] = import_module(f"hotlint.output.findings.{name}").render
    else:
        render = getattr(import_module(f"hotlint.output.{OWN_MODULES.get((subject, name), subject)}"), f"render_{name}")
    return render


def pieces_of(name: str) -> Callable[..., Iterable[str]]:
    """Return the function that yields the text of a format of findings in pieces; it takes what `render` takes."""
    module = import_module(f"hotlint.output.findings.{name}")
    found: Callable[..., Iterable[str]] | None = getattr(module, "pieces", None)
    return found if found is not None else lambda *given, **named: (module.render(*given, **named),)


def binary_writer(subject: str, name: str) -> Callable[..., None] | None:
    """Return the `write` function of a binary format; None for a format of text.

    Raises ModuleNotFoundError when the packages of the format are not installed.
    """
    if not any(f.binary for f in FORMATS if (f.subject, f.name) == (subject, name)):
        return None
    write: Callable[..., None] = import_module(f"hotlint.output.{subject}.{name}").write
    return write
