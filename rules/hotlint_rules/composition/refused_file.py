from __future__ import annotations

from collections.abc import Iterator

from hotlint.analysis.composition.template_context import Above
from hotlint.analysis.environments.file import Environment, to_plain
from hotlint.analysis.files.client_files import file_references, problem_at
from hotlint.analysis.files.sent_files import SENT_LIMIT, sent_text
from hotlint.analysis.template import VERSION_KEY, is_template
from hotlint.common.files import ReadError, absolute_path
from hotlint.rule import (
    Checked,
    Diagnostic,
    Document,
    Example,
    Mapping,
    Node,
    ReportingRule,
    Rule,
    RuleContext,
    Scalar,
    Target,
    Template,
    TemplateContext,
)
from hotlint.syntax.parser import VERSION_KEYS
from hotlint_rules.composition._nested import NOT_LOADED, display_path

_PARAMETER_RULES = NOT_LOADED - {
    "missing-version", "version-not-string", "missing-output-value", "unknown-output-key",
}  # fmt: skip
_SECTION_RULES = frozenset({"invalid-section-type", "invalid-entry-type"})
_SMALL = 50_000
"""Characters of a template that never becomes too long for Heat."""
_MOST_OF_ONE = 32
"""Characters that Heat adds at most for one entry or item: quotes, brackets, separators, and the digits of large numbers."""


class RefusedFile(Rule):
    """Heat refuses a file that is sent with the template.

    Heat reads the parameters of every file that is a template, also of one that get_file only fetches as text or that
    nothing uses, and fails on an unknown version or a malformed parameter. No file, and no template, may have more than
    524,288 characters.
    """

    code = "HOT644"
    name = "refused-file"
    severity = "error"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  notes:
    type: OS::Heat::SoftwareConfig
    properties:
      config: {get_file: old.txt}
                         ^^^^^^^
""",
            files={"old.txt": "heat_template_version: 2009-01-01\n"},
        ),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: web.yaml
          ^^^^^^^^
    external_id: 0a9a9c3e-1f0f-4c57-9a5c-bc6d7a0cfe3e
""",
            files={"web.yaml": "heat_template_version: 2018-08-31\nparameters: {size: {type: integer}}\n"},
        ),
        Example(
            """\
heat_template_version: 2018-08-31
^^^^^^^^^^^^^^^^^^^^^
resources: {}
""",
            environment="resource_registry: {Acme::Good: good.yaml, Acme::Web: web.yaml, Acme::Group: group.yaml}\n",
            files={
                "good.yaml": "heat_template_version: 2018-08-31\n",
                "web.yaml": "heat_template_version: 2009-01-01\n",
                "group.yaml": "heat_template_version: 2018-08-31\nresources: {web: {type: web.yaml}}\n",
            },
        ),
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  notes:
    type: OS::Heat::SoftwareConfig
    properties:
      config: {get_file: old.txt}
""",
            files={"old.txt": "heat_template_version: 2013-05-23\n"},
        )
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        if ctx.template_context.chain:
            return
        if _may_be_too_long(ctx.document) and _length(ctx.document) > SENT_LIMIT:
            place = next(iter(template.sections.values()), None)
            if place is not None:
                yield ctx.report(
                    Target(place, "key"), f"template has more than {SENT_LIMIT:,} characters as Heat counts"
                )
        references = file_references(ctx.template_context.project, ctx.document)
        used = {
            id(r.fields["type"].value)
            for r in (template.resources.values() if references else ())
            if "type" in r.fields and ctx.is_enabled(r) and not ctx.is_adopted(r)
        }
        for reference in references:
            path = reference.location.path
            if (
                path is None
                or id(reference.node) in used
                or problem_at(ctx.template_context.project, reference.location) is not None
            ):
                continue
            for file, why in _refused(path, ctx, {absolute_path(ctx.template_context.path)}):
                which = "" if file == path else f" '{display_path(file, ctx)}':"
                yield ctx.report(reference.node, f"file '{reference.node.value}' is refused by Heat:{which} {why}")
                break
        yield from self._check_registry(template, ctx)

    def _check_registry(self, template: Template, ctx: RuleContext) -> Checked:
        """Check the templates that an environment maps types to, and no resource uses: they are sent as well."""
        context = ctx.template_context
        entry = template.sections.get(VERSION_KEY)
        mapped = {
            m.target: context.project.locate(m.target or "", m.file, m.base)
            for m in context.environment.registry
            if m.is_path
        }
        if entry is None or not mapped:
            return
        used = {
            context.resolved_type(r).location
            for r in template.resources.values()
            if ctx.is_enabled(r) and not ctx.is_adopted(r)
        }
        for name, location in mapped.items():
            if location.path is None or location in used or problem_at(context.project, location) is not None:
                continue
            for file, why in _refused(location.path, ctx, {absolute_path(context.path)}):
                which = "" if file == location.path else f" '{display_path(file, ctx)}':"
                message = f"file '{name}' of the environment's registry is refused by Heat:{which} {why}"
                yield ctx.report(Target(entry, "key"), message)
                break


def _may_be_too_long(document: Document) -> bool:
    """Return whether a template may have more characters than Heat takes, as far as counts of its text tell."""
    text = document.text
    return len(text) > _SMALL and (bool(document.aliases) or length_limit(text) > SENT_LIMIT)


def length_limit(text: str) -> int:
    """Return a length that the data of a text without aliases does not exceed: cheaper than the length itself."""
    parts = 1 + sum(map(text.count, ":,-?[{"))  # every entry and item has one of these
    escaped = (
        sum(map(text.count, "\n\t'")) + 4 * text.count("\\") + 9 * (len(text.encode(errors="replace")) - len(text))
    )
    return len(text) + escaped + _MOST_OF_ONE * parts


def _length(document: Document) -> int:
    """Return the length that Heat's API counts for a template: that of its data as Python writes it."""
    return len(str(to_plain(document.root))) if document.root is not None else 0


def _refused(path: str, ctx: RuleContext, seen: set[str]) -> Iterator[tuple[str, str]]:
    """Yield the files that Heat refuses, of a file and those that are sent with it, each with the reason as a clause."""
    if absolute_path(path) in seen:  # a file may be named by a relative path, and be reached by an absolute one
        return
    seen.add(absolute_path(path))
    project = ctx.template_context.project
    try:
        why = ctx.memoize((_reason, path), lambda: _reason(path, ctx))
        document = project.document(path) if project.mentions_version(path) else None
    except (OSError, ReadError):
        return
    if why is not None:
        yield path, why
    for reference in file_references(project, document) if document is not None else ():
        if reference.location.path is not None:
            yield from _refused(reference.location.path, ctx, seen)


def _reason(path: str, ctx: RuleContext) -> str | None:
    """Return why Heat refuses a file itself, as a clause; None where it takes it. Raises as `Project.document` does."""
    project = ctx.template_context.project
    if len(sent_text(project, path)) > SENT_LIMIT:
        return f"it has more than {SENT_LIMIT:,} characters"
    try:
        document = project.document(path) if project.mentions_version(path) else None
    except ReadError:
        return None
    if document is None or document.broken or not is_template(document):
        return None
    return _version_reason(document) or _parameter_reason(document, path, ctx)


def _version_reason(document: Document) -> str | None:
    assert isinstance(document.root, Mapping)
    entries = {e.name: e.value for e in document.root.items()}
    written = {k: v.value for k in VERSION_KEYS if isinstance(v := entries.get(k), Scalar) and isinstance(v.value, str)}
    if not written:
        return "its version is not a string"
    if len(written) > 1:
        return f"it has several versions: {', '.join(written)}"
    return None


def _parameter_reason(document: Document, path: str, ctx: RuleContext) -> str | None:
    assert isinstance(document.root, Mapping)

    def make() -> TemplateContext:
        context = ctx.template_context
        return TemplateContext.open(
            context.project, path, Environment(), context.evaluation.meter, above=Above((context.path,), 1)
        )

    section = ctx.template_context.project.template_of(document).section("parameters")
    for found in ctx.check_nested(("sent file", path), make, _reads_parameters):
        if found.severity == "error" and (found.rule not in _SECTION_RULES or _in_parameters(found, section)):
            return found.message
    return None


def _reads_parameters(rule: ReportingRule) -> bool:
    """Return whether Heat notices what a rule finds when it only reads the parameters of a template."""
    return rule.name in _PARAMETER_RULES or rule.name in _SECTION_RULES


def _in_parameters(found: Diagnostic, section: Node | None) -> bool:
    """Return whether a finding says that the section of parameters, or one of them, is of the wrong type."""
    if section is None or not to_plain(section):
        return False
    return section.start <= found.span.start < max(section.end, section.start + 1)
