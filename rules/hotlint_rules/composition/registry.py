"""The rules on the registry of environments."""

from __future__ import annotations

from hotlint.analysis.environments.file import HOOKS, RESTRICTED_ACTIONS
from hotlint.analysis.environments.registry import TEMPLATE_ENDINGS, Starts
from hotlint.analysis.files.client_files import is_elsewhere, problem_at, upload_blocker
from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.resource_types.catalog import NoSuchType
from hotlint.rule import (
    Checked,
    Entry,
    EnvironmentFile,
    Example,
    Mapping,
    Related,
    ResolvedType,
    Resource,
    Rule,
    RuleContext,
    Scalar,
    Sequence,
    Target,
)
from hotlint_rules.composition._nested import (
    blocker_cause,
    blocker_severity,
    display_path,
    meant_file,
    missing_cause,
    moved_file,
)
from hotlint_rules.composition.file_names import WORDS, outside_cause, why_outside


class MalformedRegistryEntry(Rule):
    """An entry of a resource registry is malformed.

    A registry maps types to the name of another type or to the path of a template; `resources` has such mappings for single
    resources, and their `hooks` and `restricted_actions`. Heat or its client fails on anything else.
    """

    code = "HOT634"
    name = "malformed-registry-entry"
    severity = "error"
    bad = [
        Example("""\
resource_registry:
  Acme::Web: [web.yaml]
             ^^^^^^^^^^
  Acme::Host:
  ^^^^^^^^^^
  resources:
    web:
      hooks: pre-creat
             ^^^^^^^^^
""")
    ]
    good = [
        Example(
            """\
resource_registry:
  Acme::Web: web.yaml
  resources:
    web:
      hooks: pre-create
      restricted_actions: [update, replace]
""",
            files={"web.yaml": "heat_template_version: 2018-08-31\n"},
        )
    ]

    def check_environment(self, environment: EnvironmentFile, ctx: RuleContext) -> Checked:
        section, seen = environment.sections.get("resource_registry"), set[int]()
        for entry in section.value.items() if section is not None and isinstance(section.value, Mapping) else ():
            if entry.name != "resources":
                yield from _entry(entry, environment, ctx, 0, seen)
            elif isinstance(entry.value, Mapping):
                for inner in entry.value.items():
                    if isinstance(inner.value, Mapping):
                        for own in inner.value.items():
                            yield from _entry(own, environment, ctx, 2, seen)
                    else:
                        message = f"registry of resource '{inner.name}' must be a mapping of types, 'hooks' and 'restricted_actions'"
                        yield ctx.report(Target(inner), message)
            else:
                yield ctx.report(
                    Target(entry),
                    "'resources' of the registry must be a mapping of names of resources to their registries",
                )


def _entry(entry: Entry, environment: EnvironmentFile, ctx: RuleContext, depth: int, seen: set[int]) -> Checked:
    """Check an entry of a registry; `depth` is 0 in the registry itself, 2 in that of a single resource.

    `seen` holds the mappings whose entries are checked: aliases name a mapping several times.
    """
    value, name = entry.value, entry.name
    read = depth in (0, 2)  # by the client, which fails on null; Heat itself ignores such an entry
    if isinstance(value, Mapping) and not value.entries and name not in ("hooks", "restricted_actions"):
        return
    if name is None:
        return  # a key that is no scalar, which the YAML loader refuses
    if name == "hooks":
        yield from _listed(entry, HOOKS, "hook", ctx, read)
    elif name == "restricted_actions":
        yield from _listed(entry, RESTRICTED_ACTIONS, "restricted action", ctx, read)
    elif name == "base_url" and read:
        yield from _base(entry, environment, ctx)
    elif isinstance(value, Mapping):
        if depth == 0:
            glob = name.endswith("*")
            effect = "Heat fails on it" if glob else "Heat ignores it"
            message = (
                f"registry entry '{name}' must be the name of a type or the path of a template, not a mapping; {effect}"
            )
            yield ctx.report(Target(entry, "key"), message, severity="error" if glob else "warning")
        if id(value) not in seen:
            seen.add(id(value))
            for inner in value.items():
                yield from _entry(inner, environment, ctx, depth + 3, seen)
    elif isinstance(value, Sequence) or not isinstance(value.value, str):
        null = isinstance(value, Scalar) and value.value is None
        more = "; Heat's client fails on null" if null else ""
        message = f"registry entry '{name}' must be the name of a type or the path of a template{more}"
        yield ctx.report(
            Target(entry, "key" if null else "value"), message, severity="warning" if null and not read else "error"
        )


def _base(entry: Entry, environment: EnvironmentFile, ctx: RuleContext) -> Checked:
    """Check base_url: an error only where a path is relative to it."""
    value = entry.value
    written = value.value if isinstance(value, Scalar) else None
    if isinstance(written, str) and "://" in written:
        return
    fatal = isinstance(value, Sequence) or (written is not None and not isinstance(written, str))
    relative = [m for m in environment.registry() if m.is_path and "://" not in (m.target or "")]
    used = isinstance(value, Scalar) and any(m.base == written for m in relative)
    message = "base_url must be an absolute URL, such as file:///srv/templates/ or https://example.org/templates/"
    yield ctx.report(Target(entry), message, severity="error" if fatal or used else "warning")


def _listed(entry: Entry, allowed: tuple[str, ...], what: str, ctx: RuleContext, read: bool) -> Checked:
    """Check a value that must be one of some words, or a list of them."""
    value = entry.value
    if not read and isinstance(value, Scalar) and value.value is None:
        return
    if isinstance(value, Mapping) or (isinstance(value, Scalar) and not isinstance(value.value, str)):
        yield ctx.report(Target(entry), f"'{entry.name}' must be one of {', '.join(allowed)}, or a list of them")
        return
    for item in value.items if isinstance(value, Sequence) else [value]:
        found = item.value if isinstance(item, Scalar) else None
        if found not in allowed:
            value_text = f" '{found}'{did_you_mean(found, allowed)}" if isinstance(item, Scalar) else ""
            message = f"unknown {what}{value_text}; use {', '.join(allowed)}"
            yield ctx.report(Target(item), message)


class MissingRegistryTemplate(Rule):
    """The registry maps a type to a file that does not exist, or that names a file that does not exist.

    The path is relative to the environment. Heat's client reads all these files, used or not, before it uploads anything,
    and stops. (The client treats a name without '::' as a path, not as a type.) A missing file with an absolute name is an
    info: it may be on the machine that the stack is created from.
    """

    code = "HOT635"
    name = "missing-registry-template"
    severity = "error"
    bad = [
        Example("""\
resource_registry:
  Acme::Web: nested/web.yaml
             ^^^^^^^^^^^^^^^
  Acme::Host: OS:Nova:Server
              ^^^^^^^^^^^^^^
""")
    ]
    good = [
        Example(
            """\
resource_registry:
  Acme::Web: nested/web.yaml
  Acme::Host: OS::Nova::Server
""",
            files={"nested/web.yaml": "heat_template_version: 2018-08-31\n"},
        )
    ]

    def check_environment(self, environment: EnvironmentFile, ctx: RuleContext) -> Checked:
        project = ctx.template_context.project
        for mapped in environment.registry():
            if not mapped.is_path or mapped.target is None or len(mapped.scope) > 1:
                continue
            location = project.locate(mapped.target, environment.path, mapped.base)
            target = Target(mapped.entry)
            if location.path is None:
                message = f"template '{location.url}' is remote, so hotlint does not check it"
                yield ctx.report(target, message, severity="info")
                continue
            if (why := why_outside(project, location.path)) is not None:
                message, causes = f"template '{mapped.target}' {why}", [outside_cause(location.path)]
                yield ctx.report(target, message, severity="info", causes=causes)
                continue
            if (moved := moved_file(target, mapped.target, location.path, ctx)) is not None:
                yield moved
                continue
            error = problem_at(project, location)
            if error is not None:
                hint, meant = meant_file(mapped.target, location.path, ctx) if error == "missing" else ("", None)
                elsewhere = error == "missing" and is_elsewhere(project, mapped.target)
                here = " on this machine" if elsewhere else ""
                yield ctx.report(
                    target,
                    f"registry maps '{mapped.entry.name}' to template '{mapped.target}', which {WORDS[error]}{here}{hint}",
                    severity="info" if elsewhere else None,
                    fix=ctx.rename_fix(target, meant, "unsafe"),
                    causes=[missing_cause(location.path, ctx)],
                )
                continue
            found = upload_blocker(project, location.path)
            if found is not None and not found.is_elsewhere(project):
                file = "it" if found.file == location.path else f"'{display_path(found.file, ctx)}'"
                why = "is a circular reference" if found.kind == "cycle" else WORDS[found.kind]
                message = f"template '{mapped.target}' cannot be used: {file} names '{found.name}', which {why}"
                related = [Related("file is named here", found.span, found.file)]
                yield ctx.report(
                    target, message, severity=blocker_severity(found), related=related,
                    causes=[blocker_cause(found, ctx)],
                )  # fmt: skip


class UnknownRegistryTarget(Rule):
    """A registry entry never has an effect: it maps to a type that does not exist, or a glob to a template.

    Heat silently ignores the entry. A glob can map types only to types, and the name of a template must end with .yaml or
    .template. An environment may map to a type that another one maps: a type in a namespace of such another one is not reported.
    """

    code = "HOT636"
    name = "unknown-registry-target"
    severity = "warning"
    bad = [
        Example("""\
resource_registry:
  Acme::Host: OS::Nova::Sever
              ^^^^^^^^^^^^^^^
""")
    ]
    good = [Example("resource_registry:\n  Acme::Host: OS::Nova::Server\n  Acme::*: OS::Heat::None\n")]

    def check_environment(self, environment: EnvironmentFile, ctx: RuleContext) -> Checked:
        mappings = list(environment.registry())
        patterns = {m.pattern for m in mappings}
        starts = Starts(pattern[:-1] for pattern in patterns if pattern.endswith("*"))
        for mapped in mappings:
            target, place = mapped.target, Target(mapped.entry)
            if target is None:
                continue
            if mapped.is_template:
                if mapped.pattern.endswith("*"):
                    message = f"registry glob '{mapped.pattern}' must map to a type, not to a template; Heat ignores it"
                    yield ctx.report(Target(mapped.entry, "key"), message)
            elif mapped.is_path:
                if target.endswith((".yml", ".json", ".hot")):
                    endings = " or ".join(TEMPLATE_ENDINGS)
                    message = (
                        f"'{target}' is the name of a type for Heat; the name of a template must end with {endings}"
                    )
                    yield ctx.report(place, message)
            elif not target.endswith("*") and target not in patterns and not starts.of(target):
                found = ctx.template_context.catalog.resource(target)
                renamed = ctx.template_context.catalog.new_name(target) is not None
                if isinstance(found, NoSuchType) and not renamed and not _is_of_another(found, ctx):
                    names = [found.instead] if found.instead else found.suggestions
                    message = f"unknown resource type '{target}'{did_you_mean(target, names)}; Heat ignores this entry"
                    yield ctx.report(place, message, fix=ctx.rename_fix(place, unambiguous_match(target, names)))


def _is_of_another(found: NoSuchType, ctx: RuleContext) -> bool:
    """Return whether another environment of the tree may map an unknown type."""
    world = ctx.template_context.project.open_world
    return world is not None and world.may_map(found.name, in_heat=found.namespace_known)


class IgnoredRegistryMapping(Rule):
    """The registry of an environment maps a resource's type to a type that does not exist.

    Heat then silently ignores the entry and uses the next one, or its own type of that name. Where there is none, it
    refuses the stack. Heat recognizes a template only by a name that ends with .yaml or .template.
    """

    code = "HOT611"
    name = "ignored-registry-mapping"
    severity = "error"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
          ^^^^^^^^^^^^^^^^^^^^^^
  web:
    type: Acme::Web
          ^^^^^^^^^
""",
            environment="resource_registry: {'OS::Heat::RandomString': 'Acme::Token', 'Acme::Web': 'OS::Nova::Sever'}\n",
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
""",
            environment="resource_registry: {'OS::Heat::RandomString': 'OS::Heat::None'}\n",
        )
    ]

    def check_type(self, kind: ResolvedType, resource: Resource, ctx: RuleContext) -> Checked:
        if not kind.ignored_entries:
            return
        mapped = kind.ignored_entries[-1]
        target = mapped.applied(resource.type or "")
        if not target:
            return  # the client takes it for a folder, an error in the environment
        missing = isinstance(kind.type, NoSuchType)
        if mapped.is_path and not target.endswith(TEMPLATE_ENDINGS):
            reason = "which Heat reads as a type, since it does not end with .yaml or .template"
        else:
            found = ctx.template_context.catalog.resource(target)
            reason = f"which is not a resource type{did_you_mean(target, found.suggestions if isinstance(found, NoSuchType) else ())}"
        then = (
            ""
            if missing
            else f"; Heat ignores the entry and uses {_taken(kind.mapped and kind.mapped.target, resource)}"
        )
        message = f"registry maps '{resource.type}' to '{target}', {reason}{then}"
        related = [Related("entry of the registry", mapped.entry.key.span, mapped.file)]
        severity = ctx.owner_severity(resource) if missing else "warning"
        yield ctx.report(Target(resource.fields["type"]), message, severity=severity, related=related)


def _taken(target: str | None, resource: Resource) -> str:
    return f"'{target}'" if target else f"its own {resource.type}"


class RegistryCycle(Rule):
    """The registry of an environment maps a type to itself through other types.

    Heat follows the entries endlessly and fails.
    """

    code = "HOT610"
    name = "registry-cycle"
    severity = "error"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: Acme::Web
          ^^^^^^^^^
""",
            environment="resource_registry: {'Acme::Web': 'Acme::Host', 'Acme::Host': 'Acme::Web'}\n",
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: Acme::Web
""",
            environment="resource_registry: {'Acme::Web': 'Acme::Host', 'Acme::Host': 'OS::Heat::None'}\n",
        )
    ]

    def check_type(self, kind: ResolvedType, resource: Resource, ctx: RuleContext) -> Checked:
        if not kind.loop:
            return
        mapped = kind.mapped
        related = [Related("one of the entries", mapped.entry.key.span, mapped.file)] if mapped else []
        message = f"circular registry mapping of resource type '{resource.type}'"
        yield ctx.report(
            Target(resource.fields["type"]), message, severity=ctx.owner_severity(resource), related=related
        )
