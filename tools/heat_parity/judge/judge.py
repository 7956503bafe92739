"""Heat's verdict on a template, and the values that it resolves."""

import json
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from .client import StrPath, received_request
from .engine import NeedsCloudError, start_engine
from .verdict import (
    CLOUD_ASKED,
    STACK_NAME,
    TENANT,
    Attributes,
    Resolution,
    UpdateVerdict,
    Verdict,
    accepted,
    rejected,
    undecided,
)


class HeatJudge:
    """Heat's engine, asked about templates. One for a process: it starts the engine.

    With deep=True verdicts go beyond template validation to every resource's own validate(), and with it to the nested
    templates. Names are taken as ids (nothing is looked up). A resource whose validate() wants to ask the cloud, or the
    database, is listed under "asked", and is validated only that far; a refusal that needed no cloud has the
    phase "resource" and names the resource in "path". `packaged`: see `start_engine`.
    """

    def __init__(self, deep: bool = False, *, packaged: bool = True) -> None:
        start_engine(packaged=packaged)
        self.deep = deep
        self.phase = ""

    def verdict(
        self,
        template: str,
        env: dict[str, Any] | None = None,
        files: dict[str, str] | None = None,
        strict: bool = False,
    ) -> Verdict:
        """Return the verdict of template validation on a template string.

        With strict=True parameter values are required and checked, as at `stack create`; without, as in the API's
        template validation, which needs no parameter values.
        """
        self.phase = "yaml"
        try:
            stack = self._parsed_stack(template, env, files, strict)
            self.phase = "validate"
            stack.validate(validate_res_tmpl_only=True)
            if self.deep:
                self.phase = "resource"
                return self._validate_resources(stack)
        except NeedsCloudError:
            return undecided(self.phase)
        except Exception as exc:
            return rejected(self.phase, exc)
        return accepted()

    def create(self, path: StrPath, env_paths: Iterable[StrPath] = (), *, template_only: bool = False) -> Verdict:
        """Return the verdict on `openstack stack create -t path -e env...`, up to where the engine would make anything.

        The client parses and gathers files, JSON travels, the engine merges the environment files and validates the
        stack with all that is nested in it. With template_only=True it stops at what template validation covers.
        """
        self.phase = "client"
        try:
            stack = self.received_stack(path, env_paths)
            self.phase = "validate"
            stack.validate(validate_res_tmpl_only=template_only)
        except NeedsCloudError:
            return undecided(self.phase)
        except Exception as exc:
            return rejected(self.phase, exc)
        return accepted()

    def update(
        self, old: StrPath, new: StrPath, old_envs: Iterable[StrPath] = (), new_envs: Iterable[StrPath] = ()
    ) -> UpdateVerdict:
        """Return what an update of a stack made of `old` to `new` would do, as Heat's own preview of updates says.

        What follows from a replacement elsewhere (new ids) is not in it: every resource is looked at as if all others
        stayed.
        """
        self.phase = "client"
        try:
            before = self.received_stack(old, old_envs)
            before.validate()
            after = self.received_stack(new, new_envs)
            self.phase = "update"
            changed = before.parameters.immutable_params_modified(after.parameters, after.t.env.params)
            if changed:
                return {"refused": "immutable parameters: " + ", ".join(sorted(changed)), "actions": {}}
            after.validate()
            return {"refused": None, "actions": update_actions(before, after)}
        except NeedsCloudError:
            return {"refused": None, "actions": None, "error": CLOUD_ASKED}
        except Exception as exc:
            return {"refused": f"{self.phase}: {exc}", "actions": {}}

    def resolve(
        self,
        template: str,
        env: dict[str, Any] | None = None,
        files: dict[str, str] | None = None,
        attrs: Attributes | None = None,
    ) -> Resolution:
        """Return the resolved parameters, conditions, properties and metadata of every enabled resource, and outputs."""
        self.phase = "yaml"
        try:
            stack = self._parsed_stack(template, env, files, False, attrs)
            self.phase = "resolve"
            return {"ok": True, "result": _resolved_values(stack)}
        except NeedsCloudError:
            return {"ok": False, "phase": self.phase, "error": CLOUD_ASKED, "kind": None}
        except Exception as exc:
            return {"ok": False, "phase": self.phase, "error": str(exc), "kind": type(exc).__name__}

    def snippet(
        self,
        template: str,
        env: dict[str, Any] | None = None,
        files: dict[str, str] | None = None,
        attrs: Attributes | None = None,
    ) -> Resolution:
        """Return the value of the one output named 'it', as resolve() does for all."""
        answer = self.resolve(template, env, files, attrs)
        if answer["ok"]:
            return {"ok": True, "result": answer["result"]["outputs"].get("it")}
        return answer

    def received_stack(self, path: StrPath, env_paths: Iterable[StrPath] = ()) -> Any:
        """Return the stack that the engine makes of what the client sends. Raises what the client and Heat raise."""
        from heat.common import environment_util
        from heat.engine import environment, template

        data = received_request(path, env_paths)
        self.phase = "template"
        files, parameters = data.files(), data.environment()
        parsed = template.Template(data.template(), files=files)
        schemata = parsed.all_param_schemata(files)
        environment_util.merge_environments(data.environment_files(), files, parameters, schemata)
        parsed.env = environment.Environment(parameters)
        return _new_stack(parsed, strict=True)

    def _parsed_stack(
        self,
        text: str,
        env: dict[str, Any] | None,
        files: dict[str, str] | None,
        strict: bool,
        attrs: Attributes | None = None,
    ) -> Any:
        from heat.common import template_format
        from heat.engine import environment, template

        parsed = template_format.parse(text)
        self.phase = "template"
        made = template.Template(parsed, files=files or {}, env=environment.Environment(env or {}))
        stack = _new_stack(made, strict=strict)
        set_attributes(stack, attrs or {})
        return stack

    def _validate_resources(self, stack: Any) -> Verdict:
        """Run every resource's own validate(), as Stack.validate does at `stack create`, but to the end for all of them."""
        refused: list[tuple[Any, str, str]] = []
        asked: list[str] = []
        for resource in stack.dependencies:
            if resource.external_id is not None:
                asked.append(resource.name)
                continue
            try:
                result = resource.validate()
                if result:
                    refused.append((resource, str(result), "str"))
            except NeedsCloudError:
                asked.append(resource.name)
            except Exception as exc:
                refused.append((resource, str(exc), type(exc).__name__))
        if not refused:
            return {**accepted(), "asked": asked}
        first, error, kind = refused[0]
        return {
            "valid": False,
            "phase": self.phase,
            "error": error,
            "kind": kind,
            "path": ["resources", first.name],
            "type": first.type(),
            "asked": asked,
            "refused": sorted(resource.name for resource, _, _ in refused),
        }


def set_attributes(stack: Any, attributes: Attributes) -> None:
    """Give resources of a stack attributes and ids, as if they had been created."""
    from heat.engine import node_data, stk_defn

    for name, values in attributes.items():
        data: dict[Any, Any] = {key: value for key, value in values.items() if key != "__ref__"}
        for key, value in list(data.items()):
            _add_paths(data, (key,), value)
        node = node_data.NodeData(None, name, None, values.get("__ref__", name + "-id"), data, "CREATE", "COMPLETE")
        stk_defn.update_resource_data(stack.defn, name, node)


def output_value(stack: Any, name: str) -> dict[str, Any] | None:
    """Return {"value": v} or {"error": message, "kind": class} of an output of a stack; None without such an output."""
    output = stack.t.outputs(stack.defn).get(name)
    return None if output is None else _attempt(lambda: _as_json(output.get_value()))


def _new_stack(template: Any, *, strict: bool) -> Any:
    from heat.common import context
    from heat.engine import stack

    caller: dict[str, Any] = {
        "tenant_id": TENANT,
        "tenant": "test_tenant",
        "username": "u",
        "user_id": None,
        "password": "",
        "roles": [],
        "is_admin": False,
        "auth_url": "http://127.0.0.1:5000/v3",
        "auth_token": "t",
        "trust_id": None,
        "region_name": None,
    }
    return stack.Stack(context.RequestContext.from_dict(caller), STACK_NAME, template, strict_validate=strict)


def _resolved_values(stack: Any) -> dict[str, Any]:
    values: dict[str, Any] = {"parameters": {}, "conditions": {}, "resources": {}, "outputs": {}}
    for name in stack.parameters:
        if not name.startswith("OS::"):
            values["parameters"][name] = _attempt(partial(_parameter, stack, name))
    conditions = stack.t.conditions(stack)
    for name in getattr(conditions, "_conditions", {}):
        values["conditions"][name] = _attempt(partial(conditions.is_enabled, name))
    for name, definition in stack.t.resource_definitions(stack.defn).items():
        values["resources"][name] = {
            "type": definition.resource_type,
            "properties": _attempt(partial(_resolved, definition._properties or {})),
            "metadata": _attempt(partial(_resolved, definition._metadata or {})),
        }
    for name in stack.t.outputs(stack.defn):
        values["outputs"][name] = output_value(stack, name)
    return values


def _parameter(stack: Any, name: str) -> Any:
    return _as_json(stack.parameters[name])


def _resolved(snippet: Any) -> Any:
    from heat.engine import function

    return _as_json(function.resolve(snippet))


def _add_paths(data: dict[Any, Any], prefix: tuple[Any, ...], value: Any) -> None:
    """Add every path of a nested value, since NodeData keys attribute paths as tuples."""
    items: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, child in items:
        data[(*prefix, key)] = child
        _add_paths(data, (*prefix, key), child)


def _attempt(call: Callable[[], Any]) -> dict[str, Any]:
    try:
        return {"value": call()}
    except NeedsCloudError:
        return {"error": CLOUD_ASKED, "kind": None}
    except Exception as exc:
        return {"error": str(exc), "kind": type(exc).__name__}


def _as_json(value: Any) -> Any:
    return json.loads(json.dumps(value, default=str))


def update_actions(before: Any, after: Any) -> dict[str, str]:
    """Return the action by resource for an update of one validated stack to another, as if all resources were there."""
    actions = dict.fromkeys(set(before.resources) - set(after.resources), "delete")
    actions |= dict.fromkeys(set(after.resources) - set(before.resources), "add")
    running = {name: _attributes_of(resource) for name, resource in before.resources.items()}
    for stack in (before, after):
        set_attributes(stack, {name: values for name, values in running.items() if name in stack.resources})
    for name in set(before.resources) & set(after.resources):
        current, updated = before.resources[name], after.resources[name]
        current.action, current.status, current.resource_id = "CREATE", "COMPLETE", name + "-id"
        actions[name] = "replace" if type(current) is not type(updated) else _previewed_action(current, updated)
    return actions


def _attributes_of(resource: Any) -> dict[str, Any]:
    """Return attributes of a resource that runs: those of an OS::Heat::Value, else what fits the schema of each."""
    values = {"String": "text", "Integer": 1, "Number": 1, "Boolean": True, "List": ["text"], "Map": {"key": "text"}}
    found = {name: values.get(schema.type, "text") for name, schema in resource.attributes_schema.items()}
    if resource.type() == "OS::Heat::Value":
        found["value"] = value_of(resource)
    return found


def value_of(resource: Any) -> Any:
    """Return the attribute of an OS::Heat::Value, which Heat does not convert to the type of the resource."""
    return resource.frozen_definition().properties(resource.properties_schema, resource.context)["value"]


def _previewed_action(current: Any, updated: Any) -> str:
    from heat.common import exception
    from heat.engine import resource

    try:
        was = current.frozen_definition().properties(current.properties_schema, current.context)
        now = updated.frozen_definition().properties(updated.properties_schema, updated.context)
        for properties in (was, now):
            current.translate_properties(properties)
        needed = current.preview_update(updated.frozen_definition(), current.frozen_definition(), now, was, None)
    except resource.UpdateReplace:
        return "replace"
    except NeedsCloudError:
        return "asked"
    except exception.NotSupported:
        return "refuse"
    return "update" if needed else "unchanged"
