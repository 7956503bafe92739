from __future__ import annotations

from hotlint.language.dialects import Dialect
from hotlint.rule import Checked, Example, Mapping, Node, Rule, RuleContext, Scalar, Target, Template

_SECTIONS = ("parameters", "conditions", "resources", "outputs")


class MisnamedSection(Rule):
    """All entries of a section belong in another one.

    For example parameters under `resources`, or outputs under `conditions`: Heat reads them as what the section's name
    says, and refuses the template.
    """

    code = "HOT116"
    name = "misnamed-section"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
^^^^^^^^^
  size: {type: string, default: small}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size: {type: string, default: small}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for name in _SECTIONS:
            entry = template.sections.get(name)
            if entry is None or not isinstance(entry.value, Mapping) or name not in template.dialect.sections:
                continue
            kind = _common_kind(entry.value, name, template.dialect)
            if kind is not None:
                place = Target(entry, "key")
                word = template.dialect.word
                fix = ctx.rename_fix(place, word(kind), "unsafe") if kind not in template.sections else None
                yield ctx.report(
                    place,
                    f"section '{word(name)}' has only entries that look like {kind}; rename it to '{word(kind)}'",
                    fix=fix,
                )


def _common_kind(node: Mapping, section: str, dialect: Dialect) -> str | None:
    """Return the other section to which every entry belongs, or None."""
    common = None
    for entry in node.items():
        kind = _kind(entry.value, dialect)
        if kind is None or kind == section or (common is not None and kind != common):
            return None
        common = kind
    return common


def _kind(node: Node, dialect: Dialect) -> str | None:
    """Return the section to which an entry clearly belongs, or None."""
    if not isinstance(node, Mapping):
        return None
    kind = _field(node, "type", dialect)
    text = kind.value if isinstance(kind, Scalar) and isinstance(kind.value, str) else None
    value = _field(node, "value", dialect) is not None
    if text is not None:
        if value:
            return None
        return "resources" if "::" in text else "parameters" if text in dialect.parameter_types else None
    return "outputs" if value and _field(node, "default", dialect) is None else None


def _field(node: Mapping, name: str, dialect: Dialect) -> Node | None:
    """Return the value of a key, whether the entry is read as one of its section or not."""
    return node.get(name) or node.get(f"<{dialect.word(name)}>")
