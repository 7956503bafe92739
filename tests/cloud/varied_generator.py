"""Makes random stacks as `compute_generator` does, with resources and changes that it never makes."""

from __future__ import annotations

import copy
from typing import Any

from compute_kinds import NODE
from stack_generator import NESTED, Resource, choosing
from varied_kinds import WORD, WORDS, VariedKinds


class VariedGenerator(VariedKinds):
    """A stack with more kinds of resources, written in more ways."""

    def step(self) -> list[str]:
        self.parameters["kind"] = "k"  # Heat has refused another value
        found = super().step() if self.rng.random() < 0.5 else []
        self.heal()
        changes = [
            self.change_networks, self.change_networks, self.change_server_part, self.change_server_part, self.change_port,
            self.change_port, self.change_port, self.change_type, self.rename, self.change_order, self.change_keeping, self.change_mapped,
            self.change_immutable, self.change_outputs, self.change_head, self.change_list, self.change_switch, self.change_group_part,
            self.change_group_part, self.change_floating, self.change_word, self.change_rules, self.change_volume_part,
            self.change_volume_part, self.change_policy_part, self.change_device, self.change_admin, self.change_parameter, self.change_aws,
            self.rewrite, self.change_conditions, self.change_router, self.change_subnet, self.change_config, self.change_sizes,
        ]  # fmt: skip
        return [*found, *(said for _ in range(self.rng.choice([1, 2, 3])) if (said := self.rng.choice(changes)()))]

    def change_networks(self) -> str:
        server = self.pick("OS::Nova::Server")
        if server is None:
            return ""
        earlier = self.earlier(server)
        ports = [p for p in self.of("OS::Neutron::Port") if p in earlier and {"get_resource": p} not in _all(self)]
        choices: list[Any] = [
            [{"network": "private"}], [{"network": "private"}, {"network": "private"}],
            [*copy.deepcopy(server["properties"].get("networks", [])), {"network": "private"}],
            [{"network": "private", "fixed_ip": f"10.0.0.{self.rng.randrange(150, 199)}"}],
            *([{"port": {"get_resource": p}}] for p in ports), *([{"network": "private"}, {"port": {"get_resource": p}}] for p in ports),
            *([{"subnet": {"get_resource": s}}] for s in self.of("OS::Neutron::Subnet") if s in earlier),
        ]  # fmt: skip
        server["properties"]["networks"] = self.rng.choice(choices)
        return "networks"

    @choosing("server part", 13, "OS::Nova::Server")
    def change_server_part(self, server: Resource, given: Resource, choice: int) -> None:
        rng = self.rng
        if choice == 0:
            given["metadata"] = {"a": self.plain(), **({"b": "1"} if rng.random() < 0.5 else {})}
        elif choice == 1 and "image" in given:
            given["image"], given["flavor"] = rng.choice([("ubuntu", "m1.small"), ("cirros", given["flavor"])])
        elif choice == 2:
            given["flavor"] = rng.choice(["m1.tiny", "m1.small", "m1.medium", "m1.diskless"])
        elif choice == 3:
            given["user_data"] = rng.choice(["#!/bin/sh\ntrue", "#!/bin/sh\nfalse", {"get_file": WORD}])
            given.setdefault("user_data_format", "RAW")
        elif choice == 4:
            given["security_groups"] = ["default"]
        elif choice == 5:
            given["key_name"] = rng.choice(["default", *({"get_resource": k} for k in self.earlier_keys(server))])
        elif choice == 6:
            given["config_drive"] = not given.get("config_drive", False)
        elif choice == 7:
            given["tags"] = rng.sample("xyz", 2)
        elif choice == 8:
            given["admin_pass"] = rng.choice(["one", "two"])
        elif choice == 9:
            given["software_config_transport"] = rng.choice(["POLL_SERVER_CFN", "POLL_SERVER_HEAT"])
        elif choice == 10:
            given["availability_zone"] = rng.choice(["az1", "az2"])
        elif choice == 11:
            given.pop(rng.choice(["name", "metadata", "key_name", "tags", "user_data", "scheduler_hints"]), None)
        else:
            given["user_data_format"] = rng.choice(["RAW", "HEAT_CFNTOOLS", "SOFTWARE_CONFIG"])

    def earlier_keys(self, server: dict[str, Any]) -> list[str]:
        return [key for key in self.of("OS::Nova::KeyPair") if key in self.earlier(server)]

    def change_device(self) -> str:
        server = next(
            (r for r in self.resources.values() if "block_device_mapping_v2" in r.get("properties", {})), None
        )
        if server is None:
            return ""
        first = server["properties"]["block_device_mapping_v2"][0]
        if "volume_size" in first and self.rng.random() < 0.5:
            first["volume_size"] = self.rng.choice([1, 2, 3])
        else:
            first["delete_on_termination"] = not first["delete_on_termination"]
        return "device"

    def change_port(self) -> str:
        port = self.pick("OS::Neutron::Port")
        if port is None:
            return ""
        choice = self.rng.randrange(10)
        if choice == 9:
            port["properties"].pop(self.rng.choice(["name", "security_groups", "allowed_address_pairs"]), None)
        else:
            with self.only_earlier(port):
                self.change_port_part(port["properties"], choice)
        return f"port {choice}"

    def change_type(self) -> str:
        """Give a resource another type."""
        resource = self.pick("OS::Heat::TestResource", "OS::Heat::Value", "OS::Heat::None", NESTED, "Site::Word", NODE)
        if resource is None or "get_attr" in repr(resource):
            return ""
        own = next(n for n, r in self.resources.items() if r is resource)
        if f"'{own}'" in self.used():
            return ""
        resource["type"] = self.rng.choice(["OS::Heat::TestResource", "OS::Heat::Value", NESTED, WORD])
        resource["properties"] = {"text": "x"} if resource["type"] == NESTED else {"value": "x"}
        return f"type of {own}"

    def rename(self) -> str:
        name = self.rng.choice(list(self.resources))
        if f"'{name}'" in self.used():
            return ""
        fresh = self.name("renamed")
        self.resources = {fresh if n == name else n: r for n, r in self.resources.items()}
        return f"rename {name}"

    def change_order(self) -> str:
        names = list(self.resources)
        last = self.rng.choice(names[1:] or names)
        if self.resources[last].pop("depends_on", None) is None and names.index(last):
            first = self.rng.choice(names[: names.index(last)])
            if self.always(first):
                self.resources[last]["depends_on"] = self.rng.choice([first, [first]])
        return f"depends_on of {last}"

    def change_keeping(self) -> str:
        resource = self.pick()
        assert resource is not None
        if "external_id" not in resource:
            resource["deletion_policy"] = self.rng.choice(["Delete", "Retain", "delete"])
        return "deletion_policy"

    def change_mapped(self) -> str:
        """Let the registry map a type to something else."""
        if any(r["type"] == "Site::Word" and "text" in r.get("properties", {}) for r in self.resources.values()):
            return ""
        self.mapped = self.rng.choice([w for w in WORDS if w != NESTED])
        return f"registry {self.mapped}"

    def change_immutable(self) -> str:
        if self.rng.random() < 0.7:
            self.parameters["kind"] = "k"
            return "immutable as it was"
        self.parameters["kind"] = self.rng.choice("kl")
        return "immutable"

    def change_outputs(self) -> str:
        self.outputs[self.rng.choice(["one", "two"])] = {"value": self.text()}
        self.outputs = {n: o for n, o in self.outputs.items() if all(r in self.resources for r in _names(o))}
        return "outputs"

    def change_head(self) -> str:
        self.head["description"] = self.rng.choice("ab")
        self.head["heat_template_version"] = self.rng.choice(["2021-04-16", "wallaby", "2018-08-31"])
        return "head"

    def change_list(self) -> str:
        self.parameters["list"] = self.rng.choice(["a,b", "a,b,c", "b"])
        return "parameter list"

    def change_switch(self) -> str:
        self.parameters["size"] = 2 if self.parameters["size"] != 2 else 3
        return "size flips"

    def change_conditions(self) -> str:
        self.parameters["on"] = not self.parameters["on"]
        return "on flips"

    @choosing("group part", 6, "OS::Heat::ResourceGroup")
    def change_group_part(self, group: Resource, given: Resource, choice: int) -> None:
        if choice == 0:
            given["removal_policies"] = [{"resource_list": self.rng.sample("0123", 2)}]
        elif choice == 1:
            given["index_var"] = self.rng.choice(["%index%", "%i%"])
        elif choice == 2:
            given["resource_def"]["metadata"] = {"m": self.rng.choice("ab")}
        elif choice == 3:
            given["count"] = self.rng.choice([0, 1, 2, 3])
        elif choice == 4:
            group["update_policy"] = {"batch_create": {"max_batch_size": self.rng.choice([1, 2])}}
        else:
            with self.only_earlier(group):
                given["resource_def"] = self.member()

    @choosing("sizes", 4, "OS::Heat::AutoScalingGroup")
    def change_sizes(self, _group: Resource, given: Resource, choice: int) -> None:
        if choice == 0:
            given["min_size"], given["max_size"] = self.rng.choice([(0, 5), (2, 5), (1, 2), (3, 6)])
            given.pop("desired_capacity", None)
        elif choice == 1:
            given["cooldown"] = self.rng.choice([0, 60])
        elif choice == 2:
            given.pop("desired_capacity", None)
        else:
            given["resource"] = copy.deepcopy(given["resource"])
            given["resource"]["metadata"] = {"m": self.rng.choice("ab")}

    def change_floating(self) -> str:
        address = self.pick("OS::Neutron::FloatingIP")
        association = self.pick("OS::Neutron::FloatingIPAssociation")
        if association is not None and self.rng.random() < 0.5:
            own = next(n for n, r in self.resources.items() if r is association)
            del self.resources[own]
            return "floating association goes"
        if address is None:
            return ""
        if self.rng.random() < 0.5:
            address["properties"]["value_specs"] = {"description": self.rng.choice("ab")}
        else:
            address["properties"].pop("port_id", None)
        return "floating part"

    def change_word(self) -> str:
        resources = self.word["resources"]
        if self.rng.random() < 0.5:
            resources["test"]["properties"]["update_replace"] = self.rng.random() < 0.5
        else:
            resources["other"] = {"type": "OS::Heat::RandomString", "properties": {"length": self.rng.choice([8, 9])}}
        return "word"

    def change_rules(self) -> str:
        group = self.pick("OS::Neutron::SecurityGroup")
        rule = self.pick("OS::Neutron::SecurityGroupRule")
        if rule is not None and self.rng.random() < 0.5:
            self.counter += 1
            port = 1000 + self.counter
            rule["properties"] |= {"port_range_min": port, "port_range_max": port}
            return "rule"
        if group is None:
            return ""
        ports = self.rng.sample([22, 80, 443], self.rng.randint(1, 2))
        group["properties"]["rules"] = [{"protocol": "tcp", "port_range_min": p, "port_range_max": p} for p in ports]
        return "rules"

    def change_volume_part(self) -> str:
        volume = self.pick("OS::Cinder::Volume")
        if volume is None or isinstance(volume["properties"].get("size"), dict):
            return ""
        given, choice = volume["properties"], self.rng.randrange(7)
        if choice == 0:
            given["image"] = "cirros"
        elif choice == 1:
            given["size"] += self.rng.choice([1, 2, -1]) if given["size"] > 1 else 1
        elif choice == 2:
            given["read_only"] = self.rng.random() < 0.5
        elif choice == 3:
            given["metadata"] = {self.rng.choice("ab"): self.plain()}
        elif choice == 4:
            given["availability_zone"] = "nova"
        elif choice == 5:
            given.pop(self.rng.choice(["name", "description", "metadata", "volume_type"]), None)
        else:
            given["volume_type"] = self.rng.choice(["fast", "slow"])
        return f"volume part {choice}"

    def change_policy_part(self) -> str:
        policy = self.pick("OS::Heat::ScalingPolicy")
        if policy is None:
            return ""
        policy["properties"][self.rng.choice(["scaling_adjustment", "cooldown"])] = self.rng.choice([1, 2])
        return "policy"

    def change_admin(self) -> str:
        names = [n for n in self.resources if n.startswith("admin")]
        if not names:
            return ""
        given = self.resources[self.rng.choice(names)]["properties"]
        if "ram" in given:
            fresh: dict[str, Any] = {"ram": 128, "extra_specs": {"a:b": "d"}, "name": f"{given['name']}x"}
            name = self.rng.choice(list(fresh))
            given[name] = fresh[name]
        elif "description" in given:
            given["description"] = self.rng.choice("de")
        else:
            given["name"] += "x"
        return "admin"

    def change_aws(self) -> str:
        names = [n for n in self.resources if n.startswith("aws")]
        if not names:
            return ""
        given = self.resources[self.rng.choice(names)]["properties"]
        if "Size" in given:
            given["Tags"] = [{"Key": "k", "Value": self.rng.choice("ab")}]
        else:
            given["SecurityGroupIngress"][0]["ToPort"] = self.rng.choice(["22", "23", "24"])
        return "aws"

    def rewrite(self) -> str:
        """Write a value in another way, with the same result."""
        resource = self.pick("OS::Heat::TestResource", "OS::Heat::Value", "OS::Neutron::Net")
        given = resource.get("properties", {}) if resource is not None else {}
        name = next((n for n in ("value", "name") if isinstance(given.get(n), str)), None)
        if name is None:
            return ""
        given[name] = self.rng.choice([{"list_join": ["", [given[name]]]}, {"if": ["two", given[name], given[name]]}])
        return "rewrite"

    def change_router(self) -> str:
        router = self.pick("OS::Neutron::Router")
        if router is None:
            return ""
        router["properties"]["name"] = self.rng.choice("ab")
        return "router"

    @choosing("subnet", 5, "OS::Neutron::Subnet")
    def change_subnet(self, _subnet: Resource, given: Resource, choice: int) -> None:
        base = given["cidr"].rpartition(".")[0]
        if choice == 0:
            given["enable_dhcp"] = self.rng.random() < 0.5
        elif choice == 1:
            given["host_routes"] = [{"destination": "10.250.0.0/24", "nexthop": f"{base}.{self.rng.choice('89')}"}]
        elif choice == 2:
            given["tags"] = [self.rng.choice("xy")]
        elif choice == 3:
            given["allocation_pools"] = [{"start": f"{base}.2", "end": f"{base}.{self.rng.choice([240, 250])}"}]
        else:
            given["name"] = self.plain()

    @choosing("config", 4, "OS::Heat::SoftwareConfig")
    def change_config(self, _config: Resource, given: Resource, choice: int) -> None:
        if choice == 0:
            given["group"] = self.rng.choice(["script", "ansible", "ungrouped"])
        elif choice == 1:
            given["outputs"] = [{"name": self.rng.choice("xy")}]
        elif choice == 2 and given.get("inputs"):
            given["inputs"][0]["default"] = self.rng.choice("xy")
        else:
            given["options"] = {"o": self.rng.choice("xy")}


def _all(made: VariedKinds) -> list[Any]:
    """Return every reference to a resource."""
    found: list[Any] = []
    stack: list[Any] = list(made.resources.values())
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            if set(item) == {"get_resource"}:
                found.append(item)
            stack += item.values()
        elif isinstance(item, list):
            stack += item
    return found


def _names(output: Any) -> list[str]:
    """Return the names of the resources that an output reads."""
    if isinstance(output, dict):
        if "get_resource" in output:
            return [output["get_resource"]]
        if "get_attr" in output:
            return [output["get_attr"][0]]
        return [name for value in output.values() for name in _names(value)]
    return [name for value in output for name in _names(value)] if isinstance(output, list) else []
