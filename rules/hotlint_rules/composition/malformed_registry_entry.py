from __future__ import annotations

from hotlint.analysis.environments.file import HOOKS, RESTRICTED_ACTIONS
from hotlint.common.suggestions import did_you_mean
from hotlint.rule import Checked, Entry, EnvironmentFile, Example, Mapping, Rule, RuleContext, Scalar, Sequence, Target


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
        section = environment.sections.get("resource_registry")
        for entry in section.value.items() if section is not None and isinstance(section.value, Mapping) else ():
            if entry.name != "resources":
                yield from _entry(entry, environment, ctx, 0)
            elif isinstance(entry.value, Mapping):
                for inner in entry.value.items():
                    if isinstance(inner.value, Mapping):
                        for own in inner.value.items():
                            yield from _entry(own, environment, ctx, 2)
                    else:
                        message = f"registry of resource '{inner.name}' must be a mapping of types, 'hooks' and 'restricted_actions'"
                        yield ctx.report(Target(inner), message)
            else:
                yield ctx.report(
                    Target(entry),
                    "'resources' of the registry must be a mapping of names of resources to their registries",
                )


def _entry(entry: Entry, environment: EnvironmentFile, ctx: RuleContext, depth: int) -> Checked:
    """Check an entry of a registry; `depth` is 0 in the registry itself, 2 in that of a single resource."""
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
        for inner in value.items():
            yield from _entry(inner, environment, ctx, depth + 3)
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
