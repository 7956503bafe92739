"""Documentation of the language: functions, constraints, versions and pseudo parameters."""

from __future__ import annotations

from hotlint.ide.documentation.markup import yaml_block
from hotlint.language import constraints, functions, versions
from hotlint.language.key_docs import PSEUDO


def function(name: str, current: str) -> str:
    """Return the page of a HOT function, for a template of version `current`; "" for an unknown one."""
    found = functions.get(name)
    if found is None:
        return ""
    lines = [f"**{name}**: {found.summary}", "", yaml_block(found.form)]
    if found.parameters:
        lines += [f"- `{n}`: {what}" for n, what in found.parameters]
    until = f" to {found.until}" if found.until else ""
    span = f"From {versions.display_name(found.since)}{until}."
    if found.replaced_by:
        span += f" Use `{found.replaced_by}` instead."
    if found.condition_since:
        span += f" In conditions from {found.condition_since}."
    if (
        functions.status(name, current) in ("future", "removed")
        and functions.status(name, current, "condition") != "available"
    ):
        span += f" **Not in this template's version, {current}.**"
    lines += ["", span]
    lines += [f"- {since}: {what}" for since, what in found.changes]
    lines += ["", "Example:", yaml_block(found.example), "yields", yaml_block(found.result)]
    return "\n".join(lines)


def constraint_kind(name: str) -> str:
    """Return the page of a parameter constraint; "" for an unknown one."""
    if name not in constraints.NAMES:
        return ""
    kind = constraints.get(name)
    return f"**{name}**: {kind.doc}\n\nFor {', '.join(kind.types)}.\n\n{yaml_block(kind.example)}"


def custom_constraint(name: str) -> str:
    """Return the page of a custom constraint, such as `nova.flavor`; "" for an unknown one."""
    from hotlint.language.constraints import custom

    found = custom.get(name)
    return f"**{name}**: {found.doc}" if found else ""


def version(name: str) -> str:
    """Return the page of a `heat_template_version`; "" for an unknown one."""
    date = versions.canonical(name)
    if date is None:
        return ""
    new = [f for f in functions.NAMES if (got := functions.get(f)) is not None and got.since == date]
    brought = (
        "\n\nIt brought " + ", ".join(f"`{f}`" for f in sorted(new)) + "."
        if new and date != versions.VERSIONS[0]
        else ""
    )
    return f"**{name}**: HOT of {versions.RELEASES[date]} ({date}).{brought}"


def pseudo(name: str) -> str:
    """Return the page of a pseudo parameter. Raises KeyError for an unknown one."""
    return f"**{name}**: {PSEUDO[name]}, which Heat provides."
