from __future__ import annotations

from collections.abc import Iterator

from hotlint.rule import Checked, Document, Entry, Example, Mapping, Node, Resource, Rule, RuleContext, Scalar, Target
from hotlint.syntax.nodes import collections
from hotlint_rules.security._secrets import is_secret_property


class LiteralSecret(Rule):
    """A secret is written out as the value of a property.

    Everyone who can read the template, its repository or the stack has it. Take it from a hidden parameter.
    """

    code = "HOT903"
    name = "literal-secret"
    severity = "info"
    category = "security"
    profiles = {"security": "error"}
    needs = frozenset({"properties"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  user:
    type: OS::Keystone::User
    properties:
      name: web
      password: letmein
                ^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  web_password: {type: string, hidden: true}
resources:
  user:
    type: OS::Keystone::User
    properties:
      name: web
      password: {get_param: web_password}
""")
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        secret = ctx.memoize("secret keys", lambda: _written_out(ctx.document))
        for entry in _entries(resource.fields["properties"].value) if secret else ():
            if entry.name in secret and _is_written_out(entry.value):
                message = (
                    f"'{entry.name}' of resource '{resource.name}' is a secret in the template; "
                    "take it from a hidden parameter"
                )
                yield ctx.report(Target(entry), message)


def _written_out(document: Document) -> frozenset[str | None]:
    """Return the names of secrets that are written out anywhere in a document."""
    secret = set(filter(is_secret_property, document.key_names))
    return frozenset(
        entry.name
        for mapping in (document.mappings if secret else ())
        if not secret.isdisjoint(mapping.named)
        for entry in mapping.entries
        if entry.name in secret and _is_written_out(entry.value)
    )


def _is_written_out(node: Node) -> bool:
    return isinstance(node, Scalar) and isinstance(node.value, str) and bool(node.value.strip())


def _entries(node: Node) -> Iterator[Entry]:
    for inner in collections(node):
        if isinstance(inner, Mapping):
            yield from inner.entries
