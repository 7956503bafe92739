from __future__ import annotations

from collections.abc import Iterable, Iterator

from hotlint.analysis.environments.registry import Mapped
from hotlint.analysis.files.client_files import sent_templates
from hotlint.analysis.locations import locate
from hotlint.analysis.template import VERSION_KEY, is_template, kind_of
from hotlint.common.files import ReadError
from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.resource_types.catalog import NoSuchType
from hotlint.rule import (
    Checked,
    Entry,
    EnvironmentFile,
    Example,
    Mapping,
    Related,
    Rule,
    RuleContext,
    Scalar,
    Sequence,
    Severity,
    Target,
    Template,
)
from hotlint.syntax.nodes import collections
from hotlint_rules.composition._nested import display_path
from hotlint_rules.references._targets import is_for_another, parameters_in, shown_names, undefined_causes

_SECTIONS = ("parameters", "parameter_defaults", "parameter_merge_strategies")


class UnusedEnvironmentEntry(Rule):
    """An environment has a parameter, type or resource that no template with this environment has.

    hotlint looks at the templates for which .hotlint.yaml names the environment, or else at the template that is named like the
    environment, and at their nested templates. Heat refuses a stack with an undefined parameter under `parameters`, and ignores
    other unused entries. In a template that is checked with an environment, as with `-e`, hotlint reports those entries whose names are
    near to a name that the deployment has and the environments lack: the others may be for other templates.
    """

    code = "HOT639"
    name = "unused-environment-entry"
    severity = "warning"
    bad = [
        Example(
            """\
parameter_defaults:
  flavour: m1.small
  ^^^^^^^
""",
            files={
                "web.yaml": "heat_template_version: 2018-08-31\nparameters: {flavor: {type: string}}\n",
            },
        ),
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
^^^^^^^^^^
  flavor: {type: string, default: m1.tiny}
resources:
  key: {type: OS::Nova::KeyPair, properties: {name: mine}}
""",
            environment="parameter_defaults: {flavors: m1.small}\n",
        ),
        Example(
            """\
heat_template_version: 2018-08-31
^^^^^^^^^^^^^^^^^^^^^
resources:
  keypair: {type: OS::Nova::KeyPair, properties: {name: mine}}
""",
            environment="resource_registry: {resources: {keypiar: {hooks: pre-create}}}\n",
        ),
    ]
    good = [
        Example(
            "parameter_defaults:\n  flavor: m1.small\n",
            files={
                "web.yaml": "heat_template_version: 2018-08-31\nparameters: {flavor: {type: string}}\n",
            },
        )
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        """Report what the environments of a deployment have under a name that is near to one of its templates."""
        context = ctx.template_context
        if context.chain or ctx.is_supplied or not context.environment.files:
            return
        documents = map(context.project.document, context.environment.files)
        files = [EnvironmentFile(document) for document in documents if not is_template(document)]
        templates = list(sent_templates(context.project, context.path, files))
        names = {name for t in templates for name in t.parameters}
        given = {name for file in files for section in _SECTIONS for name in file.entries(section)}
        mapped = {m.pattern for file in files for m in file.registry()}
        targets = {m.target for file in files for m in file.registry() if m.target is not None}
        types = _types(templates, mapped - targets)
        home = Target(template.sections.get("parameters") or template.sections[VERSION_KEY], "key")
        for file in files:
            entries = [(file.entries(section), "parameter", names, given) for section in _SECTIONS[1:]]
            alone = {m.pattern: m.entry for m in file.registry() if not m.scope and not m.pattern.endswith("*")}
            scopes = dict(_scopes(file.entries("resource_registry").get("resources")))
            scoped = (scopes, "resource", {name for t in templates for name in t.resources}, scopes.keys())
            for found, what, known, used in (*entries, (alone, "type", types, mapped | targets), scoped):
                for name, entry in found.items():
                    near = unambiguous_match(name, known - used) if name not in known and name not in targets else None
                    if near is None or (what == "type" and isinstance(context.resolve_type(near, "").type, NoSuchType)):
                        continue  # HOT501 names the entry for a type that does not exist
                    where = f"{what} '{name}' from {display_path(file.path, ctx)}"
                    message = f"{where} is not in any template of this deployment (did you mean '{near}'?)"
                    related = [Related(f"{what} '{name}'", entry.key.span, file.path)]
                    causes = undefined_causes(file.path, entry.value.start)
                    yield ctx.report(home, message, related=related, causes=causes, tags=("unused",))

    def check_environment(self, environment: EnvironmentFile, ctx: RuleContext) -> Checked:
        templates = list(users(ctx))
        if not templates or any(_is_missing(mapped, ctx) for mapped in environment.registry()):
            return  # what a template would use that is not there is not known
        names = {name for _, t in templates for name in t.parameters}
        own = environment.sections.get("parameters")
        is_apart = own is not None and is_for_another(parameters_in(own), names)
        if own is not None and is_apart:
            message = (
                f"no template that uses this environment has any of its parameters: {shown_names(parameters_in(own))}"
            )
            causes = undefined_causes(environment.path, own.value.start)
            yield ctx.report(Target(own, "key"), message, tags=("unused",), causes=causes)
        for section in _SECTIONS[1:] if is_apart else _SECTIONS:
            for name, entry in environment.entries(section).items():
                if name not in names and not (section == "parameter_merge_strategies" and name == "default"):
                    target = Target(entry, "key")
                    message = f"parameter '{name}' is not in any template that uses this environment{did_you_mean(name, names)}"
                    fix = ctx.rename_fix(target, unambiguous_match(name, names))
                    severity: Severity = "warning" if section == "parameters" or fix is not None else "info"
                    causes = undefined_causes(environment.path, entry.value.start)
                    yield ctx.report(target, message, severity=severity, fix=fix, tags=("unused",), causes=causes)
        encrypted = environment.sections.get("encrypted_param_names")
        for item in encrypted.value.items if encrypted is not None and isinstance(encrypted.value, Sequence) else ():
            if isinstance(item, Scalar) and item.text not in names:
                message = f"parameter '{item.text}' is not in any template that uses this environment{did_you_mean(item.text, names)}"
                yield ctx.report(item, message, severity="info", tags=("unused",))
        yield from self._registry(environment, [t for _, t in templates], ctx)

    def _registry(self, environment: EnvironmentFile, templates: list[Template], ctx: RuleContext) -> Checked:
        mappings = list(environment.registry())
        types = _types(templates, [m.pattern for m in mappings])
        resources = {name for t in templates for name in t.resources}
        types |= {m.target for m in mappings if m.target is not None}
        for mapped in mappings:
            glob = mapped.pattern.endswith("*")
            used = any(t.startswith(mapped.pattern[:-1]) for t in types) if glob else mapped.pattern in types
            lost = next(
                (s for s in mapped.scope if s not in resources and not s.isdigit() and not set(s) & set("*?[")), None
            )
            if mapped.target is None or (used and lost is None):
                continue
            unused = f"resource '{lost}'" if lost is not None else f"type '{mapped.pattern}'"
            hint = (
                did_you_mean(lost, resources)
                if lost is not None
                else did_you_mean(mapped.pattern, types - {mapped.target})
            )
            message = f"{unused} is not in any template that uses this environment{hint}"
            yield ctx.report(Target(mapped.entry, "key"), message, severity="info", tags=("unused",))


def _is_missing(mapped: Mapped, ctx: RuleContext) -> bool:
    location = (
        locate(mapped.target, mapped.file, mapped.base) if mapped.is_template and mapped.target is not None else None
    )
    return (
        location is not None
        and location.path is not None
        and ctx.template_context.project.state(location.path) == "missing"
    )


def _scopes(entry: Entry | None) -> Iterator[tuple[str, Entry]]:
    """Yield the names of the resources that the entries of a registry are for, at any depth."""
    inner = entry.value.items() if entry is not None and isinstance(entry.value, Mapping) else ()
    for one in inner:
        if isinstance(one.value, Mapping):
            if isinstance(one.name, str) and not set(one.name) & set("*?["):
                yield one.name, one
            yield from _scopes(one)


def users(ctx: RuleContext) -> Iterator[tuple[str, Template]]:
    """Yield the templates that use an environment, with their paths, where they are known."""
    import os

    project = ctx.template_context.project
    for path in project.users.get(os.path.abspath(ctx.template_context.path), ()):
        try:
            document = project.document(path)
        except (OSError, ReadError):
            continue
        if kind_of(document) == "hot":
            yield path, project.template_of(document)


def _types(templates: list[Template], wanted: Iterable[str]) -> set[str]:
    """Return the types that templates name; only those of resources where these are all that is wanted."""
    found = {resource.type for t in templates for resource in t.resources.values() if resource.type}
    return found if found.issuperset(wanted) else {name for t in templates for name in _types_in(t)}


def _types_in(template: Template) -> Iterator[str]:
    """Yield every type that a template names, including those of members of groups."""
    for node in collections(template.document.root):
        if isinstance(node, Mapping):
            for entry in node.entries:
                if entry.name == "type" and isinstance(entry.value, Scalar) and isinstance(entry.value.value, str):
                    yield entry.value.value
        else:
            yield from (
                n.value for n in node.items if isinstance(n, Scalar) and isinstance(n.value, str) and "::" in n.value
            )
