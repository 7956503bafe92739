"""Calls that may take long by what a template says: each is metered, or its place says why it need not be."""

from __future__ import annotations

import ast

from source_tree import modules

COSTLY = {"SequenceMatcher", "get_close_matches", "unified_diff", "ndiff", "HtmlDiff", "context_diff"}
PATTERNS = {"compile", "match", "search", "fullmatch", "sub", "subn", "split", "findall", "finditer"}
METERED = {
    "hotlint/common/suggestions.py": "steps and seconds of the file",
    "hotlint/language/sandbox/worker.py": "it is the sandbox",
    "hotlint/language/sandbox/jinja_filters.py": "it runs in the sandbox",
    "hotlint/suites/comparison.py": "patterns that may take long run in the sandbox",
    "hotlint/syntax/differences.py": "a limit of lines and of pairs",
    "hotlint/ide/completion/jinja_names.py": "three expressions of 40 letters",
}
"""What meters a call, or bounds it."""
OWN = {
    "hotlint/common/globs.py": "parts of globs, in proportion to their length",
    "hotlint/common/printable.py": "patterns of this package",
    "hotlint/common/gitignore.py": "parts of globs, of at most 10,000 lines",
    "hotlint/analysis/file_kinds.py": "names of this package",
    "hotlint/analysis/files/facts.py": "names of this package",
    "hotlint/analysis/files/told_sites.py": "parts of one path, escaped",
    "hotlint/analysis/user_data.py": "names, escaped",
    "hotlint/analysis/symbols.py": "names, escaped",
    "hotlint/heat_types/designate/_records.py": "patterns of this package",
    "hotlint/heat_types/nova/_extra_specs.py": "patterns of this package",
    "hotlint/heat_types/refusals.py": "patterns of this package",
    "hotlint/ide/completion/lines.py": "a number",
    "hotlint/language/jinja_rendering.py": "a mark of this package",
    "rules/hotlint_rules/_text_calls.py": "patterns of this package",
    "rules/hotlint_rules/no_effect/placeholders.py": "names, escaped, in a text of limited length",
    "rules/hotlint_rules/functions/names.py": "a name, escaped",
    "hotlint/ide/completion/around_key.py": "a letter",
    "hotlint/ide/completion/declared_names.py": "a number",
    "hotlint/ide/completion/embedded_text.py": "two names of this package",
    "hotlint/ide/completion/habits.py": "words of this package",
}
"""Patterns that are made of parts, none of which is a pattern of a template. What `re.escape` has made of a name is another such part."""


def _is_fixed(node: ast.expr) -> bool:
    """Return whether a pattern is written in the file: a text, or the name of a constant."""
    if isinstance(node, ast.JoinedStr):
        values = (part.value for part in node.values if isinstance(part, ast.FormattedValue))
        return all(_is_fixed(value) for value in values)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr == "escape"
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else None
    return isinstance(node, ast.Constant) or (name is not None and name.strip("_").isupper())


def _costs(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in COSTLY:
        return True
    of_re = (
        isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name) and node.func.value.id == "re"
    )
    return of_re and name in PATTERNS and bool(node.args) and not _is_fixed(node.args[0])


def test_what_may_take_long_is_metered() -> None:
    found = {module.path for module in modules() if any(map(_costs, module.nodes))}
    known = METERED.keys() | OWN.keys()
    assert sorted(found - known) == [], "meter it (hotlint.common.time_limit.metered), and add it to METERED"
    assert sorted(known - found) == [], "it is gone: take it off the list"
