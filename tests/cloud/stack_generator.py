"""Makes random stacks of 5 to 20 cheap resources, and random changes of them, for comparisons with a real Heat."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

NESTED = "member.yaml"
Template = dict[str, Any]
Resource = dict[str, Any]


def choosing(words: str, count: int, *types: str) -> Callable[[Callable[..., None]], Callable[[Any], str]]:
    """Let a method change a resource of some types: it gets the resource, its properties, and one of `count` choices.

    The method returns `words` with the choice, "" where there is no such resource.
    """

    def decorated(method: Callable[..., None]) -> Callable[[Any], str]:
        @wraps(method)
        def changed(self: Any) -> str:
            found = self.pick(*types)
            if found is None:
                return ""
            given, choice = found["properties"], self.rng.randrange(count)
            method(self, found, given, choice)
            return f"{words} {choice}"

        return changed

    return decorated


class StackGenerator:
    """A stack that grows and changes: `template`, `files`, `parameters`; `step` makes the next version."""

    def __init__(self, seed: int, prefix: str, size: tuple[int, int] = (5, 13)) -> None:
        self.rng = random.Random(seed)
        self.prefix = prefix
        self.counter = 0
        self.parameters: dict[str, Any] = {"label": "one", "secret": "s3cret-a", "size": 2, "on": True}
        self.resources: dict[str, dict[str, Any]] = {}
        self.nested: Template = {
            "heat_template_version": "2018-08-31",
            "parameters": {"text": {"type": "string"}, "mark": {"type": "string", "default": "m"}},
            "resources": {
                "word": {"type": "OS::Heat::TestResource", "properties": {"value": {"get_param": "text"}}},
                "random": {"type": "OS::Heat::RandomString", "properties": {"length": 12}},
            },
            "outputs": {
                "word": {"value": {"get_attr": ["word", "output"]}}, "random": {"value": {"get_resource": "random"}},
            },
        }  # fmt: skip
        for _ in range(self.rng.randint(*size)):
            self.add()

    def template(self) -> Template:
        """Return the template as it is now."""
        return {
            "heat_template_version": "2018-08-31",
            "parameters": {
                "label": {"type": "string", "default": "d"},
                "secret": {"type": "string", "hidden": True},
                "size": {"type": "number", "default": 2},
                "on": {"type": "boolean", "default": True},
            },
            "conditions": {"enabled": {"get_param": "on"}},
            "resources": copy.deepcopy(self.resources),
            "outputs": {"names": {"value": [{"get_resource": n} for n in self.resources if self.always(n)]}},
        }

    def files(self) -> dict[str, Template]:
        """Return the nested templates, by the names of their files."""
        return {NESTED: self.nested}

    def registry(self) -> dict[str, Any]:
        """Return the resource registry of the environment."""
        return {}

    def always(self, name: str) -> bool:
        return "condition" not in self.resources[name]

    def of(self, *types: str) -> list[str]:
        return [n for n, r in self.resources.items() if r["type"] in types and self.always(n)]

    def name(self, stem: str) -> str:
        self.counter += 1
        return f"{stem}{self.counter}"

    # -- adding -------------------------------------------------------------------------------------------------------

    def add(self) -> None:
        """Add a random resource, with what it needs."""
        others = [n for n in self.resources if self.always(n)]
        name = self.rng.choice(self.makers())()
        resource = self.resources[name]
        if self.rng.random() < 0.12 and not resource["type"].startswith("OS::Neutron::Net"):
            resource["condition"] = "enabled"
        if self.rng.random() < 0.1:
            resource["metadata"] = {"a": self.rng.choice("xyz")}
        if others and self.rng.random() < 0.1:
            resource["depends_on"] = [self.rng.choice(others)]

    def makers(self) -> list[Any]:
        """Return the functions that add a resource."""
        return [
            self.add_value, self.add_test, self.add_random, self.add_net, self.add_port, self.add_port, self.add_group,
            self.add_nested, self.add_security_group, self.add_router, self.add_none,
        ]  # fmt: skip

    def put(self, stem: str, type_: str, properties: dict[str, Any]) -> str:
        name = self.name(stem)
        self.resources[name] = {"type": type_, **({"properties": properties} if properties else {})}
        return name

    def text(self) -> Any:
        """Return a string, or what yields one: a parameter, an id, an attribute."""
        choices: list[Any] = [self.rng.choice(["a", "b", "c"]), {"get_param": "label"}, {"get_param": "secret"}]
        choices += [{"get_attr": [n, "output"]} for n in self.of("OS::Heat::TestResource")]
        choices += [{"get_attr": [n, "value"]} for n in self.of("OS::Heat::RandomString")]
        choices += [{"get_attr": [n, self.rng.choice(["name", "status"])]} for n in self.of("OS::Neutron::Net")]
        choices += [
            {"get_attr": [n, self.rng.choice(["cidr", "gateway_ip", "network_id"])]}
            for n in self.of("OS::Neutron::Subnet")
        ]
        choices += [{"get_attr": [n, "mac_address"]} for n in self.of("OS::Neutron::Port")]
        choices += [{"get_attr": [n, "fixed_ips", 0, "ip_address"]} for n in self.of("OS::Neutron::Port")]
        choices += [{"get_attr": [n, "word"]} for n in self.of(NESTED)]
        choices += [{"get_resource": n} for n in self.of("OS::Neutron::Net", "OS::Neutron::Router")]
        found = self.rng.choice(choices)
        if self.rng.random() < 0.2:
            return {"str_replace": {"template": "pre-T-post", "params": {"T": found}}}
        return found

    def add_value(self) -> str:
        return self.put("value", "OS::Heat::Value", {"value": self.text()})

    def add_test(self) -> str:
        properties = {"value": self.text()}
        if self.rng.random() < 0.25:
            properties["update_replace"] = True
        if self.rng.random() < 0.2:
            properties["update_replace_value"] = self.text()
        return self.put("test", "OS::Heat::TestResource", properties)

    def add_random(self) -> str:
        return self.put("random", "OS::Heat::RandomString", {"length": self.rng.choice([8, 9]), "salt": self.text()})

    def add_none(self) -> str:
        return self.put("none", "OS::Heat::None", {"anything": self.text()})

    def add_net(self) -> str:
        net = self.put("net", "OS::Neutron::Net", {"name": self.rng.choice(["n1", "n2", {"get_param": "label"}])})
        if self.rng.random() < 0.4:
            del self.resources[net]["properties"]
        properties: dict[str, Any] = {"network": {"get_resource": net}, "cidr": f"10.{self.counter}.0.0/24"}
        if self.rng.random() < 0.4:
            properties["dns_nameservers"] = [self.rng.choice(["9.9.9.9", "8.8.8.8"])]
        if self.rng.random() < 0.3:
            properties["name"] = self.text()
        self.put("sub", "OS::Neutron::Subnet", properties)
        return net

    def add_port(self) -> str:
        subnets = self.of("OS::Neutron::Subnet")
        if not subnets:
            self.add_net()
            subnets = self.of("OS::Neutron::Subnet")
        subnet = self.rng.choice(subnets)
        properties: dict[str, Any] = {"network": copy.deepcopy(self.resources[subnet]["properties"]["network"])}
        properties["fixed_ips"] = [{"subnet": {"get_resource": subnet}}]
        groups = self.of("OS::Neutron::SecurityGroup")
        if groups and self.rng.random() < 0.5:
            properties["security_groups"] = [{"get_resource": self.rng.choice(groups)}]
        if self.rng.random() < 0.4:
            properties["name"] = self.text()
        return self.put("port", "OS::Neutron::Port", properties)

    def add_security_group(self) -> str:
        rule = {"protocol": "tcp", "port_range_min": 80, "port_range_max": self.rng.choice([80, 90])}
        return self.put("sg", "OS::Neutron::SecurityGroup", {"description": self.text(), "rules": [rule]})

    def add_router(self) -> str:
        return self.put("router", "OS::Neutron::Router", {"admin_state_up": self.rng.random() < 0.5})

    def add_group(self) -> str:
        if self.rng.random() < 0.5:
            member: dict[str, Any] = {"type": NESTED, "properties": {"text": "%index%", "mark": {"get_param": "label"}}}
        else:
            kind = self.rng.choice(["OS::Heat::TestResource", "OS::Heat::RandomString"])
            key = "value" if kind.endswith("TestResource") else "salt"
            member = {"type": kind, "properties": {key: self.rng.choice(["%index%", self.text()])}}
        count = self.rng.choice([1, 2, 3, {"get_param": "size"}])
        return self.put("group", "OS::Heat::ResourceGroup", {"count": count, "resource_def": member})

    def add_nested(self) -> str:
        return self.put("nested", NESTED, {"text": self.text()})

    # -- changing -----------------------------------------------------------------------------------------------------

    def step(self) -> list[str]:
        """Make one to three random changes. Returns what they are."""
        self.heal()
        changes = [
            self.change_property, self.change_property, self.change_property, self.change_property, self.change_parameter,
            self.change_parameter, self.change_cidr, self.add_one,
            self.remove, self.toggle, self.change_nested, self.change_group, self.change_fields, self.swap_reference,
            self.change_cidr, self.change_cidr, self.nothing, self.fail, self.fail,
        ]  # fmt: skip
        return [found for _ in range(self.rng.choice([1, 2, 3, 4])) if (found := self.rng.choice(changes)())]

    def heal(self) -> None:
        """Let resources that were made to fail succeed again."""
        for resource in self.resources.values():
            resource.get("properties", {}).pop("fail", None)

    def nothing(self) -> str:
        return "nothing"

    def add_one(self) -> str:
        if len(self.resources) < 20:
            self.add()
        return "add"

    def pick(self, *types: str) -> dict[str, Any] | None:
        found = [r for r in self.resources.values() if not types or r["type"] in types]
        return self.rng.choice(found) if found else None

    def change_property(self) -> str:
        resource = self.pick()
        if resource is None or not resource.get("properties"):
            return ""
        properties = resource["properties"]
        texts = [n for n in properties if n in ("value", "salt", "name", "text", "description", "update_replace_value")]
        if texts:
            name = self.rng.choice(texts)
            properties[name] = self.earlier_text(resource)
            return f"{resource['type']}.{name}"
        if "admin_state_up" in properties:
            properties["admin_state_up"] = not properties["admin_state_up"]
        if "length" in properties:
            properties["length"] = self.rng.choice([8, 9, 10])
        if "dns_nameservers" in properties:
            properties["dns_nameservers"] = [self.rng.choice(["1.1.1.1", "8.8.8.8"])]
        return f"{resource['type']}"

    def change_parameter(self) -> str:
        name = self.rng.choice(["label", "secret", "size", "on"])
        values: dict[str, list[Any]] = {
            "label": ["one", "two", "three"], "secret": ["s3cret-a", "s3cret-b"], "size": [1, 2, 3],
            "on": [not self.parameters["on"]],
        }  # fmt: skip
        self.parameters[name] = self.rng.choice(values[name])
        return f"parameter {name}"

    def used(self) -> str:
        return repr(list(self.resources.values()))

    def remove(self) -> str:
        text = self.used()
        free = [n for n in self.resources if f"'{n}'" not in text]
        if len(self.resources) < 5 or not free:
            return ""
        name = self.rng.choice(free)
        del self.resources[name]
        return f"remove {name}"

    def toggle(self) -> str:
        text = self.used()
        free = [n for n in self.resources if f"'{n}'" not in text]
        if not free:
            return ""
        resource = self.resources[self.rng.choice(free)]
        if resource.pop("condition", None) is None:
            resource["condition"] = "enabled"
        return "condition"

    def change_nested(self) -> str:
        resources = self.nested["resources"]
        choice = self.rng.randrange(4)
        if choice == 0:
            resources["random"]["properties"]["length"] = self.rng.choice([12, 13, 14])
        elif choice == 1:
            resources["more"] = {"type": "OS::Heat::TestResource", "properties": {"value": {"get_param": "mark"}}}
        elif choice == 2:
            resources.pop("more", None)
        else:
            resources["word"]["metadata"] = {"b": self.rng.choice("xyz")}
        return f"nested template {choice}"

    def change_group(self) -> str:
        resource = self.pick("OS::Heat::ResourceGroup")
        if resource is not None:
            resource["properties"]["count"] = self.rng.choice([1, 2, 3])
        return "count" if resource is not None else ""

    def change_fields(self) -> str:
        resource = self.pick()
        if resource is None:
            return ""
        field = self.rng.choice(["metadata", "description", "deletion_policy"])
        resource[field] = {
            "metadata": {"a": self.rng.choice("xyz")}, "description": self.rng.choice(["d1", "d2"]),
            "deletion_policy": "Delete",
        }[field]  # fmt: skip
        return field

    def swap_reference(self) -> str:
        """Let a port use another subnet."""
        port, subnets = self.pick("OS::Neutron::Port"), self.of("OS::Neutron::Subnet")
        if port is None or not subnets:
            return ""
        subnets = [s for s in subnets if s in self.earlier(port)]
        if not subnets:
            return ""
        subnet = self.rng.choice(subnets)
        port["properties"]["network"] = copy.deepcopy(self.resources[subnet]["properties"]["network"])
        port["properties"]["fixed_ips"] = [{"subnet": {"get_resource": subnet}}]
        return "subnet of a port"

    def change_cidr(self) -> str:
        subnet = self.pick("OS::Neutron::Subnet")
        if subnet is not None:
            self.counter += 1
            subnet["properties"]["cidr"] = f"10.{self.counter}.0.0/24"
        return "cidr" if subnet is not None else ""

    def fail(self) -> str:
        """Let a test resource fail in this update, so that the next one finds it failed."""
        resource = self.pick("OS::Heat::TestResource")
        if resource is None or self.rng.random() < 0.4:
            return ""
        resource["properties"]["fail"] = True
        resource["properties"]["value"] = self.rng.choice(["u", "v", "w"]) + str(self.counter)
        return "fail"

    def earlier_text(self, resource: dict[str, Any]) -> Any:
        """Return a text that only refers to resources before this one."""
        with self.only_earlier(resource):
            return self.text()

    def earlier(self, resource: dict[str, Any]) -> list[str]:
        """Return the names of the resources before this one, which it may refer to."""
        names = list(self.resources)
        return names[: next(i for i, name in enumerate(names) if self.resources[name] is resource)]

    @contextmanager
    def only_earlier(self, resource: dict[str, Any]) -> Iterator[None]:
        """Let only the resources before this one be there while the block runs."""
        kept = self.resources
        self.resources = {name: kept[name] for name in self.earlier(resource)}
        try:
            yield
        finally:
            self.resources = kept
