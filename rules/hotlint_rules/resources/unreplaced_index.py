from __future__ import annotations

from collections.abc import Iterator

from hotlint import heat_types
from hotlint.analysis.composition.value_origins import property_snippet
from hotlint.dry_run.expansion import ExpandedResource, GroupMember, MemberStack, TemplateStack
from hotlint.language.values import Value
from hotlint.rule import (
    Call,
    Checked,
    Example,
    Related,
    Resource,
    ResourceType,
    Rule,
    RuleContext,
    Target,
    Template,
    finding_cause,
)  # fmt: skip
from hotlint_rules.resources._cloud import judged, target

INDEX = "%index%"
_Path = tuple[str | int, ...]
_WHO = "Heat replaces it only in the properties of 'resource_def' of an OS::Heat::ResourceGroup"


class UnreplacedIndex(Rule):
    """`%index%` stands where Heat does not replace it, so that it stays as it is.

    Heat replaces the index of a member in the properties of `resource_def` of an `OS::Heat::ResourceGroup`: neither in other groups, nor
    in the template of a member, nor where the group has another `index_var`. Pass the index to a nested template as a parameter.
    """

    code = "HOT520"
    name = "unreplaced-index"
    severity = "warning"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
    properties: {name: web-%index%}
                       ^^^^^^^^^^^
  ports:
    type: OS::Heat::ResourceGroup
    properties:
      index_var: '%i%'
      count: 2
      resource_def: {type: 'OS::Neutron::Net', properties: {name: web-%index%-%i%}}
                                                                  ^^^^^^^^^^^^^^^
"""),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  nets:
    type: OS::Heat::ResourceGroup
    properties: {count: 2, resource_def: {type: net.yaml}}
                                                ^^^^^^^^
""",
            files={
                "net.yaml": "heat_template_version: 2018-08-31\n"
                "resources: {net: {type: 'OS::Neutron::Net', properties: {name: web-%index%}}}\n"
            },
        ),
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  ports:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def: {type: 'OS::Neutron::Net', properties: {name: web-%index%}}
  nets:
    type: OS::Heat::ResourceGroup
    properties: {count: 2, resource_def: {type: net.yaml, properties: {index: '%index%'}}}
""",
            files={
                "net.yaml": "heat_template_version: 2018-08-31\n"
                "parameters: {index: {type: string}}\n"
                "resources:\n  net:\n    type: OS::Neutron::Net\n"
                "    properties: {name: {list_join: ['-', [web, {get_param: index}]]}}\n"
            },
        )
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        if INDEX in ctx.document.text:
            for owner in ctx.deployment.root.judged:
                for path in _places(owner):
                    message = f"{_subject(owner, path)}: '{INDEX}' stays as it is here: {_why(owner)}"
                    yield ctx.report(target(owner, path), message, values=judged(owner, path, message, ctx))

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        context = ctx.template_context
        for use in context.uses(resource):
            is_read = use.kind.location is not None and use.member and isinstance(use.kind.type, ResourceType)
            path = use.kind.location.path if is_read and use.kind.location is not None else None
            if path is None or INDEX not in context.project.document(path).text:
                continue
            group = ctx.deployment.root.resources[resource.name].inside
            members = group.kinds() if isinstance(group, MemberStack) else ()
            inside = next((one.inside for one in members if one.use is use), None)
            for owner in inside.judged if isinstance(inside, TemplateStack) else ():
                for at in _places(owner):
                    message = (
                        f"nested template '{use.type_name}': {_subject(owner, at)}: '{INDEX}' stays as it is there; "
                        "pass it as a parameter"
                    )
                    span = target(owner, at).span()
                    causes, related = [finding_cause(path, self.code, span)], [Related("it is here", span, path)]
                    named = property_snippet(ctx.template, resource, (*use.path[:-1], "type"))
                    values = [named] if isinstance(named, Call) else []
                    yield ctx.report(Target(use.node), message, related=related, causes=causes, values=values)
                    return


def _subject(owner: ExpandedResource, path: _Path) -> str:
    name = next(step for step in reversed(path) if isinstance(step, str))
    return f"'{name}' of {owner.type}"


def _why(owner: ExpandedResource) -> str:
    """Return why Heat does not replace the index of a member in a value."""
    if isinstance(owner, GroupMember) and owner.use.index_var:
        return f"the 'index_var' of the group is '{owner.use.index_var}'"
    return _WHO


def _places(owner: ExpandedResource) -> Iterator[_Path]:
    """Yield the paths of the texts with the index that a resource gets as its properties.

    A group may hand it on to members that replace it, and what holds any value to one.
    """
    known = heat_types.of(owner.type)
    if not known.group and not known.echoes_all:
        yield from _texts(owner.values, ())


def _texts(value: Value, path: _Path) -> Iterator[_Path]:
    """Yield the paths of the short texts with the index in a value."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _texts(item, (*path, name))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _texts(item, (*path, number))
    elif isinstance(value, str) and INDEX in value and "\n" not in value:
        yield path
