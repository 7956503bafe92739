from __future__ import annotations

from collections.abc import Iterator

from hotlint import heat_types
from hotlint.analysis.composition.value_origins import property_snippet, snippet_at
from hotlint.analysis.evaluator import calls_in
from hotlint.common.records import NamedTuple
from hotlint.heat_types.base import HeatType
from hotlint.language.origins import id_of, sources_of
from hotlint.rule import (
    Call,
    Checked,
    Diagnostic,
    Example,
    Part,
    Resource,
    Rule,
    RuleContext,
    Target,
    Template,
    is_certain,
)
from hotlint.stacks.records import StackResource
from hotlint_rules._deployed_files import use_template

_WAIT = {
    "wait.yaml": "heat_template_version: 2018-08-31\nparameters: {handle: {type: string}}\n"
    "resources: {wait: {type: 'OS::Heat::WaitCondition', properties: {handle: {get_param: handle}, timeout: 600}}}\n",
}
"""The file of examples with a condition in a nested template."""


class _Wait(NamedTuple):
    """A resource that waits for signals, the reference to the handle that they go to, and their number, where it is known."""

    resource: Resource
    reference: Call
    handle: Resource
    number: int | None


class WaitingInVain(Rule):
    """A wait condition waits for signals that do not come, or nobody waits for the signals to a handle.

    Heat creates the stack up to the condition, waits until its time is over, and fails. If the server that sends the signal, or the
    nested stack that it is in, depends on the condition, this is certain. What else is reported is a warning: the condition waits for
    the handle of another one or, in a nested stack, for one that nothing sends a signal to, or nothing waits for a handle. More signals
    than there are servers to send them are an info, since a server can send several.
    """

    code = "HOT309"
    name = "waiting-in-vain"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  ready:
    type: OS::Heat::WaitConditionHandle
  wait:
    type: OS::Heat::WaitCondition
    properties: {handle: {get_resource: ready}, timeout: 600}
                         ^^^^^^^^^^^^^^^^^^^^^
  server:
    type: OS::Nova::Server
    depends_on: wait
    properties:
      flavor: f
      image: i
      networks: [{network: n}]
      user_data: {get_attr: [ready, curl_cli]}
"""),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  ready:
    type: OS::Heat::WaitConditionHandle
  waiting:
    type: wait.yaml
          ^^^^^^^^^
    properties: {handle: {get_resource: ready}}
  server:
    type: OS::Nova::Server
    depends_on: waiting
    properties:
      flavor: f
      image: i
      networks: [{network: n}]
      user_data: {get_attr: [ready, curl_cli]}
""",
            files=_WAIT,
        ),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  ready:
    type: OS::Heat::WaitConditionHandle
  waiting:
    type: wait.yaml
          ^^^^^^^^^
    properties: {handle: {get_resource: ready}}
""",
            files=_WAIT,
        ),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  ready:
    type: OS::Heat::WaitConditionHandle
  wait:
    type: OS::Heat::WaitCondition
    properties: {handle: {get_resource: ready}, timeout: 600}
  server:
    type: OS::Nova::Server
    properties:
      flavor: f
      image: i
      networks: [{network: n}]
      user_data:
        str_replace:
          template: "$notify --data-binary '{}'"
          params:
            $notify: {get_attr: [ready, curl_cli]}
"""),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  ready:
    type: OS::Heat::WaitConditionHandle
  waiting:
    type: wait.yaml
    properties: {handle: {get_resource: ready}}
  server:
    type: OS::Nova::Server
    properties:
      flavor: f
      image: i
      networks: [{network: n}]
      user_data: {get_attr: [ready, curl_cli]}
""",
            files=_WAIT,
        ),
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        waits = list(_waits(template, ctx))
        handles = [one for one in template.resources.values() if _known(one, ctx).takes_signals and ctx.is_enabled(one)]
        if not waits and not handles:
            return
        users = _users(template)
        alone = [one for one in handles if _is_sent_in_vain(one, users.get(one.name, []), ctx)]
        paired = False
        for at, wait in enumerate(waits):
            same = next((other for other in waits[:at] if other.handle is wait.handle), None)
            if same is not None and (alone or same.number == wait.number):
                paired = paired or bool(alone)
                yield _same_handle(wait, same, alone, ctx)
            yield from self._without_signal(wait, users.get(wait.handle.name, []), ctx)
        if any(use.kind.location for one in template.resources.values() for use in ctx.template_context.uses(one)):
            yield from _in_nested_stacks(ctx, users)
        for handle in alone if not paired else ():
            message = f"nothing waits for the signals to '{handle.name}'"
            yield ctx.report(Target(handle.fields["type"]), message, severity="warning")

    def _without_signal(self, wait: _Wait, users: list[tuple[Part, Call]], ctx: RuleContext) -> Checked:
        """Yield what is wrong with the resources that may send the signals which a resource waits for."""
        getting = [(part, call) for part, call in users if call is not wait.reference and not _is_wait(part, call, ctx)]
        if not getting:
            return
        place = Target(wait.reference.node) if wait.reference.node is not None else Target(wait.resource.key)
        senders = {part.owner.name: part.owner for part, _ in getting}
        resources = [one for one in senders.values() if isinstance(one, Resource)]
        if len(resources) < len(senders):
            return  # an output hands the handle on
        servers = _servers(getting)
        if all(wait.resource.name in _needed(one.name, ctx) for one in resources):
            if any(one.name in _needed(wait.resource.name, ctx) for one in resources):
                return  # a cycle: Heat refuses the stack
            message = _deadlock([one.name for one in resources], wait.resource.name, wait.resource.name)
            certain = all(is_certain(ctx.template_context.evaluation, one) for one in (wait.resource, *resources))
            sent = certain and all(
                _is_server_data(part, call) or _is_sent_on(part, call, ctx) for part, call in getting
            )
            yield ctx.report(place, message, severity="error" if sent else "warning")
            return
        if wait.number is not None and servers is not None and wait.number > servers:
            has = "one server has" if servers == 1 else f"{servers} servers have"
            message = f"'{wait.resource.name}' waits for {wait.number} signals, but only {has} the handle '{wait.handle.name}'"
            yield ctx.report(place, message, severity="info")


def _in_nested_stacks(ctx: RuleContext, users: dict[str, list[tuple[Part, Call]]]) -> Checked:
    """Yield conditions in nested stacks that wait for what Heat makes after them to signal to a handle of the template."""
    from hotlint_rules._neighbors import neighbors  # most templates have no nested ones

    stack = neighbors(ctx)
    for wait in stack.all:
        signals = heat_types.of(wait.type).signals
        handle = stack.made(id_of(wait.values.get(signals[0]))) if signals is not None else None
        if handle is None or handle.stack is not stack.root or wait.stack is stack.root or stack.is_handed_on(handle):
            continue
        found = (one for one in stack.all if any(s.name == handle.place for s in sources_of(one.values)))
        senders = [one for one in found if heat_types.of(one.type).signals is None]
        is_given_out = any(not isinstance(part.owner, Resource) for part, _ in users.get(handle.name, []))
        outer = wait.line[0].name
        place = Target(ctx.template.resources[outer].fields["type"])
        if not senders and not is_given_out:
            message = f"'{wait.place}' waits for a signal to '{handle.place}', which nothing gets to send one"
            yield ctx.report(place, message, severity="warning")
        elif not is_given_out and all(stack.is_after(one, wait) for one in senders):
            message = _deadlock([one.place for one in senders], wait.place, outer)
            certain = all(one.is_certain for user in (wait, *senders) for one in user.line)
            sent = certain and all(_sends_only_data(one, handle) for one in senders)
            yield ctx.report(place, message, severity="error" if sent else "warning")


def _sends_only_data(sender: StackResource, handle: StackResource) -> bool:
    """Return whether a resource gets a handle in nothing but the user data of a server."""
    return all(
        name == "user_data" or all(source.name != handle.place for source in sources_of(value))
        for name, value in sender.values.items()
    )


def _deadlock(senders: list[str], wait: str, outer: str) -> str:
    """Return the message about what sends signals to a condition, and waits for it or for the stack that it is in."""
    names = " and ".join(f"'{name}'" for name in senders)
    verb = "waits" if len(senders) == 1 else "wait"
    return f"'{wait}' waits for a signal of {names}, and {names} {verb} for '{outer}', so that no signal comes"


def _known(resource: Resource, ctx: RuleContext) -> HeatType:
    kind = ctx.template_context.resolved_type(resource) if resource.type else None
    return heat_types.of(kind.type.name) if kind is not None and kind.location is None else heat_types.NOTHING


def _waits(template: Template, ctx: RuleContext) -> Iterator[_Wait]:
    for resource in template.resources.values():
        names = _known(resource, ctx).signals
        given = property_snippet(template, resource, names[:1]) if names is not None else None
        if names is None or not isinstance(given, Call) or not ctx.is_enabled(resource):
            continue
        handle = next((template.resources[t.name] for t in given.targets if t.name in template.resources), None)
        checked = ctx.template_context.properties(resource)
        count = (checked.values.get(names[1]) if checked is not None else None) or 1
        if handle is not None:
            yield _Wait(resource, given, handle, count if isinstance(count, int) else None)


def _users(template: Template) -> dict[str, list[tuple[Part, Call]]]:
    """Return the calls that get each resource, or an attribute of it."""
    found: dict[str, list[tuple[Part, Call]]] = {}
    for part, call in template.calls():
        for target in call.targets:
            if target.kind in ("resource", "ref"):
                found.setdefault(target.name, []).append((part, call))
    return found


def _is_wait(part: Part, call: Call, ctx: RuleContext) -> bool:
    """Return whether a resource waits for the handle that a call gets."""
    return isinstance(part.owner, Resource) and _known(part.owner, ctx).signals is not None


def _is_sent_in_vain(handle: Resource, users: list[tuple[Part, Call]], ctx: RuleContext) -> bool:
    """Return whether only resources that may send signals get a handle: nothing waits for it, here or in another template."""
    return bool(users) and all(
        isinstance(part.owner, Resource)
        and part.field == "properties"
        and not _is_wait(part, call, ctx)
        and (_is_sent_on(part, call, ctx) if ctx.template_context.uses(part.owner) else _is_server_data(part, call))
        for part, call in users
    )


def _is_server_data(part: Part, call: Call) -> bool:
    """Return whether a call is within the user data of a server."""
    return isinstance(part.snippet, dict) and any(one is call for one in calls_in(part.snippet.get("user_data")))


def _is_sent_on(part: Part, call: Call, ctx: RuleContext) -> bool:
    """Return whether a call hands a handle on to nested templates, in which only the user data of servers gets it."""
    uses = ctx.template_context.uses(part.owner) if isinstance(part.owner, Resource) else []
    for use in uses:
        template, given = use_template(use, ctx), snippet_at(part.snippet, use.path)
        if template is None or template.document.broken or not isinstance(given, dict):
            return False
        names = {name for name, value in given.items() if any(one is call for one in calls_in(value))}
        getting = [
            (p, c)
            for p, c in template.calls()
            if any(t.kind in ("parameter", "ref") and t.name in names for t in c.targets)
        ]
        if not getting or not all(isinstance(p.owner, Resource) and _is_server_data(p, c) for p, c in getting):
            return False
    return bool(uses)


def _same_handle(wait: _Wait, other: _Wait, alone: list[Resource], ctx: RuleContext) -> Diagnostic:
    place = Target(wait.reference.node) if wait.reference.node is not None else Target(wait.resource.key)
    message = f"'{wait.resource.name}' waits for the handle of '{other.resource.name}'"
    if not alone:
        return ctx.report(place, f"{message}: the same signals end both", severity="info")
    names = " and ".join(f"'{one.name}'" for one in alone)
    return ctx.report(place, f"{message}, and nothing waits for {names}", severity="warning")


def _needed(name: str, ctx: RuleContext) -> set[str]:
    """Return the resources that a resource of the template certainly waits for."""
    resources = ctx.deployment.root.resources
    found: set[str] = set()
    left = [name]
    while left:
        one = resources.get(left.pop())
        new = {need.target.name for need in one.dependencies if need.target.stack is one.stack} if one else set()
        left += new - found
        found |= new
    return found


def _servers(getting: list[tuple[Part, Call]]) -> int | None:
    """Return how many servers get a handle in their user data; None where that is not known."""
    if not all(_is_server_data(part, call) for part, call in getting):
        return None
    return len({part.owner.name for part, _ in getting})
