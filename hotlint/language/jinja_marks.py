"""What Jinja and other template engines leave in a text: placeholders of values, and statements that no YAML has."""

from __future__ import annotations

import re

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.syntax.source import Span

if TYPE_CHECKING:
    from hotlint.syntax.nodes import Document


_STATEMENT = (
    r"(?m)^[ \t]*(\{%[-+]?[ \t]*"
    r"(?:for|if|elif|else|set|include|import|from|extends|block|macro|call|raw|filter|with|end\w+)\b)"
)
_EXPRESSION = (
    r"""(?m)(?:^[ \t]*(?:-[ \t]+)*(?:[^\s:#'"{}\[\]]+:[ \t]+)?|[{,][ \t]*[^\s:#'"{}\[\],]+:[ \t]+)"""
    r"""(\{\{[-+]?[ \t]*[A-Za-z_](?:[^:{}\n'"]|'[^'\n]*'|"[^"\n]*")*\}\})"""
)
_OTHER_STATEMENT = (
    r"(?m)^[ \t]*(%\{~?[ \t]*(?:if|else|endif|for|endfor)\b|<%[-=]?[ \t]*\S|\{\{-?[ \t]*(?:if|else|end|range|with)\b)"
)
"""A statement of Terraform's templates, of ERB, or of Go's."""
_OTHER_EXPRESSION = (
    r"""(?m)(?:^[ \t]*(?:-[ \t]+)*(?:[^\s:#'"{}\[\]]+:[ \t]+)?|[{,][ \t]*[^\s:#'"{}\[\],]+:[ \t]+)"""
    r"""(@[A-Za-z_]\w*@|<%=[^\n%]{1,200}%>)(?=[ \t]*(?:#.*$|$|[,}]))"""
)
"""A value that autoconf or ERB fills in: YAML reads neither without quotes."""
_OTHER_ENDINGS = (".in", ".tpl", ".tmpl", ".tftpl", ".erb", ".envsubst", ".mustache")
"""The endings of sources for other template engines; nobody deploys such a file as it is."""
_PLACEHOLDER = r"\{\{[^{}\n]{1,200}\}\}|@[A-Za-z_]\w{0,100}@|<%=[^\n%]{1,200}%>"
_VARIABLE = r"\s*\$(?:\{[^{}\n]+\}|[A-Z][A-Z0-9_]*)\s*"
_STATEMENT_SLUGS = frozenset({"syntax", "percent", "bracket", "character", "indentation", "colon", "quote"})


def is_placeholder(value: object) -> bool:
    """Return whether a value is text that a template engine has yet to fill in: `{{ size }}`, `@SIZE@`, `${size}` or `$SIZE`.

    A variable of a shell counts only where it is all of the text: scripts and `str_replace` have such variables inside.
    """
    if not isinstance(value, str) or "\n" in value:
        return False
    if "{{" not in value and "@" not in value and "$" not in value and "<%=" not in value:  # asked of every value
        return False
    return re.search(_PLACEHOLDER, value) is not None or re.fullmatch(_VARIABLE, value) is not None


def jinja_span(document: Document) -> Span | None:
    """Return the span of a Jinja statement, or else of the first of several expressions, that breaks the YAML of a document.

    None without one. A statement is `{% for %}` on its own line, or one of another template engine; an expression is a value such
    as `{{ name }}` without quotes, which YAML reads as a mapping for a key, so that Heat refuses it. One expression alone may be
    a mistake in a template that is not named as a source. A statement inside a block scalar, such as a script that is itself a
    Jinja template, is plain text.
    """
    text = document.text
    if not document.problems or not any(mark in text for mark in ("{%", "{{", "%{", "<%", "@")):
        return None
    found = (*re.finditer(_STATEMENT, text), *re.finditer(_OTHER_STATEMENT, text))
    statements = {text.count("\n", 0, m.start(1)): Span(*m.span(1)) for m in found}
    if statements:
        for problem in document.problems:
            line = text.count("\n", 0, problem.span.start)
            if problem.slug in _STATEMENT_SLUGS and line in statements:
                return statements[line]
    values = (*re.finditer(_EXPRESSION, text), *re.finditer(_OTHER_EXPRESSION, text))
    expressions = [Span(*m.span(1)) for m in values]
    broken = (e for p in document.problems for e in expressions if p.span.start in e)
    return next(broken, None) if len(expressions) > 1 or document.source.uri.endswith(_OTHER_ENDINGS) else None


def is_of_other_engine(document: Document, span: Span) -> bool:
    """Return whether what `jinja_span` found is of another template engine than Jinja."""
    text = document.text
    return (
        not text.startswith(("{{", "{%"), span.start)
        or re.compile(_OTHER_STATEMENT).match(text, span.start) is not None
    )
