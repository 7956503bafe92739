"""The page of a HOT function, from its own file."""

from __future__ import annotations

from hotlint.language import versions
from hotlint.language.functions.base import Function


def function_page(function: Function) -> str:
    """Return the page in Markdown, ending in a newline."""
    parts = [f"# {function.name}", function.summary, _versions(function), f"```yaml\n{function.form.rstrip()}\n```"]
    if function.parameters:
        parts.append("\n".join(f"- `{name}`: {what}" for name, what in function.parameters))
    if function.changes:
        parts += ["## Changes", "\n".join(f"- {versions.display_name(v)}: {what}" for v, what in function.changes)]
    parts.append("## Example")
    if function.given:
        parts.append(f"Given\n\n```yaml\n{function.given.rstrip()}\n```")
    parts.append(f"```yaml\n{function.example.rstrip()}\n```")
    parts.append(f"resolves to\n\n```yaml\n{function.result.rstrip()}\n```")
    return "\n\n".join(parts) + "\n"


def _versions(function: Function) -> str:
    where = []
    if function.value:
        text = f"from {versions.display_name(function.since)}"
        where.append(
            text + (f" until {versions.display_name(function.until)}" if function.until else "") + " in values"
        )
    if function.condition_since:
        where.append(f"from {versions.display_name(function.condition_since)} in conditions")
    instead = f" Use `{function.replaced_by}` instead where the version has it." if function.replaced_by else ""
    return f"Available {', '.join(where)}.{instead}"
