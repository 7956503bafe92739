from __future__ import annotations

from hotlint.environment import HOOKS, NOT_TYPES, RESTRICTED_ACTIONS, EnvironmentFile
from hotlint.rule import Checked, Context, Example, Rule, Target
from hotlint.spelling import meant
from hotlint.yamltree import Entry, Mapping, Scalar, Sequence


class RegistryForm(Rule):
    """An entry of a registry is not in its form.

    A registry maps types to the name of another type or to the path of a template; `resources` holds such maps for
    single resources, and their `hooks` and `restricted_actions`. Heat, or its client before it, fails on all else.
    """

    code = "HOT634"
    name = "registry-form"
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

    def check_environment(self, environment: EnvironmentFile, ctx: Context) -> Checked:
        for name, entry in environment.entries("resource_registry").items():
            if name != "resources":
                yield from _entry(name, entry, ctx, 0)
            elif isinstance(entry.value, Mapping):
                for inner in entry.value.items():
                    yield from _of_resource(inner, ctx, 1)
            else:
                yield ctx.report(Target(entry), "'resources' is a map from names of resources to what counts for them.")


def _of_resource(entry: Entry, ctx: Context, depth: int) -> Checked:
    if not isinstance(entry.value, Mapping):
        if depth == 1:
            message = f"For the resource '{entry.name}', a map is needed: of types, 'hooks' and 'restricted_actions'."
            yield ctx.report(Target(entry), message)
        return
    for inner in entry.value.items():
        if isinstance(inner.value, Mapping) and inner.name not in ("hooks", "restricted_actions"):
            yield from _of_resource(inner, ctx, depth + 1)
        else:
            yield from _entry(str(inner.name), inner, ctx, depth)


def _entry(name: str, entry: Entry, ctx: Context, depth: int) -> Checked:
    value = entry.value
    if name == "hooks":
        yield from _listed(entry, HOOKS, "hook", ctx)
    elif name == "restricted_actions":
        yield from _listed(entry, RESTRICTED_ACTIONS, "restricted action", ctx)
    elif name == "base_url":
        if not isinstance(value, Scalar) or not isinstance(value.value, str) or "://" not in value.value:
            yield ctx.report(Target(entry), "base_url is a whole URL, such as file:///srv/templates/ or https://...")
    elif isinstance(value, Mapping):
        if depth == 0 and name not in NOT_TYPES:
            message = f"'{name}' is mapped to the name of a type or to the path of a template, not to a map; Heat passes over it."
            yield ctx.report(Target(entry, "key"), message, severity="warning")
    elif isinstance(value, Sequence) or not isinstance(value.value, str):
        null = isinstance(value, Scalar) and value.value is None
        more = ": Heat's client fails on null" if null else ""
        milder = null and depth > 1
        message = f"'{name}' is mapped to the name of a type or to the path of a template{more}."
        yield ctx.report(Target(entry, "key" if null else "value"), message, severity="warning" if milder else "error")


def _listed(entry: Entry, allowed: tuple[str, ...], what: str, ctx: Context) -> Checked:
    """One of some words, or a list of them."""
    value = entry.value
    if isinstance(value, Mapping) or (isinstance(value, Scalar) and not isinstance(value.value, str)):
        yield ctx.report(Target(entry), f"'{entry.name}' is one of {', '.join(allowed)}, or a list of those.")
        return
    for item in value.items if isinstance(value, Sequence) else [value]:
        found = item.value if isinstance(item, Scalar) else None
        if found not in allowed:
            shown = f"'{found}'" if isinstance(item, Scalar) else "this"
            message = f"{shown[0].upper()}{shown[1:]} is no {what}{meant(found, allowed)}: there are {', '.join(allowed)}."
            yield ctx.report(Target(item), message)
