"""Entries that stand in the wrong section, such as an output among the resources."""

from __future__ import annotations

from hotlint.analysis.template import Named
from hotlint.common.records import NamedTuple
from hotlint.language.dialects import Dialect
from hotlint.resource_types.catalog import NoSuchType
from hotlint.rule import Mapping, Node, RuleContext, Scalar, Span, Target, finding_cause

CODE = "HOT116"
"""The rule that reports them."""
_SECTIONS = ("parameters", "conditions", "resources", "outputs")


class Misplaced(NamedTuple):
    """An entry in the wrong section.

    `section` has it, `kind` is where it belongs, `place` is where to report it: the whole section if that `is_whole`.
    """

    section: str
    kind: str
    place: Target
    is_whole: bool


def misplaced(ctx: RuleContext) -> dict[tuple[str, str], Misplaced]:
    """Return the entries of a template that clearly belong in another section, by section and name."""
    return ctx.memoize("misplaced", lambda: _misplaced(ctx))


def misplaced_causes(named: Named, ctx: RuleContext) -> tuple[str, ...]:
    """Return the cause of what is wrong with an entry that stands in the wrong section; none for another one."""
    found = misplaced(ctx).get((named.section, named.name))
    return () if found is None else (finding_cause(ctx.template_context.path, CODE, found.place.span()),)


def misplaced_section_causes(key: Span, ctx: RuleContext) -> tuple[str, ...]:
    """Return the cause of what is wrong with the key of a section all of whose entries belong in another one; none otherwise."""
    is_whole = any(found.is_whole and found.place.span() == key for found in misplaced(ctx).values())
    return (finding_cause(ctx.template_context.path, CODE, key),) if is_whole else ()


def _misplaced(ctx: RuleContext) -> dict[tuple[str, str], Misplaced]:
    found: dict[tuple[str, str], Misplaced] = {}
    dialect = ctx.template.dialect
    for name in _SECTIONS:
        section = ctx.template.sections.get(name)
        if section is None or not isinstance(section.value, Mapping) or name not in dialect.sections:
            continue
        kinds = [(entry, _kind(entry.value, dialect)) for entry in section.value.items()]
        if name == "parameters":
            kinds = [
                (e, None if kind == "resources" and _is_of_cloudformation(e.value, ctx) else kind) for e, kind in kinds
            ]
        is_whole = len({kind for _, kind in kinds}) == 1
        for entry, kind in kinds:
            if kind is not None and kind != name:
                place = Target(section if is_whole else entry, "key")
                found[name, str(entry.name)] = Misplaced(name, kind, place, is_whole)
    return found


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


def _is_of_cloudformation(node: Node, ctx: RuleContext) -> bool:
    """Return whether a parameter has a type that CloudFormation alone has, such as AWS::EC2::KeyPair::KeyName."""
    dialect = ctx.template.dialect
    kind = _field(node, "type", dialect) if isinstance(node, Mapping) else None
    if not isinstance(node, Mapping) or not isinstance(kind, Scalar) or _field(node, "properties", dialect) is not None:
        return False
    return isinstance(ctx.template_context.catalog.resource(str(kind.value)), NoSuchType)


def _field(node: Mapping, name: str, dialect: Dialect) -> Node | None:
    """Return the value of a key, whether the entry is read as one of its section or not."""
    entry = node.named.get(name)
    if entry is None and not dialect.is_hot:
        entry = node.named.get(f"<{dialect.word(name)}>")
    return entry.value if entry is not None else None
