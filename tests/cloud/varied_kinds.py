"""The resources that `varied_generator` adds, which `compute_generator` never makes."""

from __future__ import annotations

from typing import Any

from compute_generator import ComputeGenerator
from stack_generator import NESTED, Template

WORD = "word.yaml"
WORDS = (WORD, NESTED, "OS::Heat::TestResource")
"""What the type of the registry may lead to."""


class VariedKinds(ComputeGenerator):
    """A stack with more kinds of resources, written in more ways."""

    def __init__(self, seed: int, prefix: str) -> None:
        self.word: Template = _word()
        self.mapped = WORD
        self.head: dict[str, Any] = {"heat_template_version": "2021-04-16"}
        self.outputs: dict[str, Any] = {}
        super().__init__(seed, prefix)

    def template(self) -> Template:
        found = super().template()
        found["parameters"]["kind"] = {"type": "string", "default": "k", "immutable": True}
        found["parameters"]["list"] = {"type": "comma_delimited_list", "default": "a,b"}
        found["conditions"]["two"] = {"equals": [{"get_param": "size"}, 2]}
        found["outputs"] |= self.outputs
        return {**found, **self.head}

    def files(self) -> dict[str, Template]:
        return {**super().files(), WORD: self.word}

    def registry(self) -> dict[str, Any]:
        return {**super().registry(), "Site::Word": self.mapped}

    # -- adding -------------------------------------------------------------------------------------------------------

    def makers(self) -> list[Any]:
        more = [
            self.add_private_port, self.add_private_port, self.add_booted, self.add_random_parts, self.add_policy, self.add_word,
            self.add_rule, self.add_listed, self.add_switch, self.add_kept, self.add_typed_value,
            self.add_admin, self.add_clone, self.add_group_of_group, self.add_aws, self.add_batch, self.add_server,
            self.add_volume, self.add_delay,
        ]  # fmt: skip
        return [*super().makers(), *more, *more]

    def text(self) -> Any:
        if self.rng.random() < 0.75:
            return super().text()
        inner = super().text()
        choices: list[Any] = [
            {"list_join": ["-", ["x", inner, {"get_param": "kind"}]]},
            {"if": ["two", inner, self.rng.choice("ab")]},
            {"digest": ["sha512", inner]},
            {"yaql": {"expression": "str($.data).len()", "data": {"get_param": "label"}}},
            {"str_replace_strict": {"template": "-T-", "params": {"T": inner}}},
            {"list_join": [",", {"repeat": {"for_each": {"%i%": {"get_param": "list"}}, "template": "v-%i%"}}]},
            {"make_url": {"scheme": "http", "host": "h", "path": {"get_param": "label"}}},
        ]
        return self.rng.choice(choices)

    def plain(self) -> Any:
        return self.rng.choice(["a", "b", {"get_param": "label"}, {"if": ["two", "p", "q"]}])

    def add_server(self) -> str:
        name, rng = super().add_server(), self.rng
        given = self.resources[name]["properties"]
        networks = [*self.of("OS::Neutron::Net")]
        subnets = self.of("OS::Neutron::Subnet")
        if networks and subnets and rng.random() < 0.4:
            given["networks"] = rng.choice(
                [
                    [{"network": "private"}, {"subnet": {"get_resource": rng.choice(subnets)}}],
                    [{"subnet": {"get_resource": rng.choice(subnets)}}],
                    [{"network": "private"}, {"network": "private"}],
                ]
            )
        if rng.random() < 0.3 and "port" not in repr(given["networks"]):
            given["security_groups"] = [rng.choice(["default", *({"get_resource": g} for g in self.groups())])]
        if rng.random() < 0.2:
            given["config_drive"] = rng.choice([True, False])
        if rng.random() < 0.2:
            given["availability_zone"] = rng.choice(["az1", "az2"])
        if rng.random() < 0.2:
            given["metadata"] = {"a": self.plain(), "b": self.plain()}
        if rng.random() < 0.2:
            given["image"], given["flavor"] = "ubuntu", "m1.small"
        return name

    def groups(self) -> list[str]:
        return self.of("OS::Neutron::SecurityGroup")

    def add_private_port(self) -> str:
        """Add a port with what ports may have, in the network of all or one of the stack."""
        rng, given = self.rng, dict[str, Any]()
        given["network"] = rng.choice(["private", *({"get_resource": n} for n in self.of("OS::Neutron::Net"))])
        if given["network"] != "private" and not self.of("OS::Neutron::Subnet"):
            given["network"] = "private"
        for change in range(5):
            if rng.random() < 0.3:
                self.change_port_part(given, change)
        return self.put("pport", "OS::Neutron::Port", given)

    def change_port_part(self, given: dict[str, Any], choice: int) -> None:
        rng = self.rng
        if choice == 0:
            given["allowed_address_pairs"] = [{"ip_address": f"10.0.0.{rng.randrange(200, 204)}"}]
        elif choice == 1:
            given["security_groups"] = rng.choice([[], ["default"], *([{"get_resource": g}] for g in self.groups())])
        elif choice == 2:
            given["name"] = self.plain()
        elif choice == 3:
            given["admin_state_up"] = rng.random() < 0.5
        elif choice == 4:
            given["value_specs"] = {"description": rng.choice("ab")}
        elif choice == 5:
            given["tags"] = [rng.choice("xy")]
        elif choice == 6:
            given["mac_address"] = f"fa:16:3e:00:{rng.randrange(16, 99)}:{rng.randrange(16, 99)}"
        elif choice == 7:
            given["device_owner"] = rng.choice(["site:a", "site:b"])
        else:
            given["replacement_policy"] = rng.choice(["AUTO", "REPLACE_ALWAYS"])

    def add_booted(self) -> str:
        """Add a server that boots from a volume."""
        device: dict[str, Any] = {"boot_index": 0, "delete_on_termination": True}
        if self.rng.random() < 0.5:
            device |= {"image": "cirros", "volume_size": self.rng.choice([1, 2])}
        else:
            volume = self.put("boot", "OS::Cinder::Volume", {"size": 1, "image": "cirros"})
            device["volume_id"] = {"get_resource": volume}
        given = {
            "flavor": {"get_param": "flavor"}, "block_device_mapping_v2": [device], "networks": [{"network": "private"}],
        }  # fmt: skip
        return self.put("booted", "OS::Nova::Server", given)

    def add_random_parts(self) -> str:
        classes = [{"class": self.rng.choice(["digits", "lowercase"]), "min": self.rng.randint(1, 3)}]
        return self.put(
            "parts", "OS::Heat::RandomString", {"length": 9, "character_classes": classes, "salt": self.text()}
        )

    def add_policy(self) -> str:
        """Add a policy that scales a group."""
        groups = self.of("OS::Heat::AutoScalingGroup")
        if not groups:
            self.add_scaled()
            groups = self.of("OS::Heat::AutoScalingGroup")
        given = {
            "auto_scaling_group_id": {"get_resource": self.rng.choice(groups)}, "adjustment_type": "change_in_capacity",
            "scaling_adjustment": self.rng.choice([1, -1]), "cooldown": self.rng.choice([0, 1]),
        }  # fmt: skip
        name = self.put("policy", "OS::Heat::ScalingPolicy", given)
        if self.rng.random() < 0.3:
            self.put("read", "OS::Heat::Value", {"value": {"get_attr": [name, "signal_url"]}})
        return name

    def add_word(self) -> str:
        return self.put("word", "Site::Word", {"value": self.plain()} if self.mapped != NESTED else {"text": "x"})

    def add_rule(self) -> str:
        group = self.rng.choice(self.groups() or [self.add_security_group()])
        self.counter += 1
        port = 1000 + self.counter
        given = {
            "security_group": {"get_resource": group}, "protocol": "udp", "port_range_min": port, "port_range_max": port,
        }  # fmt: skip
        return self.put("rule", "OS::Neutron::SecurityGroupRule", given)

    def add_listed(self) -> str:
        """Add a group whose rules are repeated for a list."""
        rule = {"protocol": "tcp", "port_range_min": "%p%", "port_range_max": "%p%"}
        ports = self.rng.sample(["22", "80", "443", "8080"], 2)
        return self.put(
            "listed", "OS::Neutron::SecurityGroup",
            {"name": self.plain(), "rules": {"repeat": {"for_each": {"%p%": ports}, "template": rule}}},
        )  # fmt: skip

    def add_switch(self) -> str:
        """Add a resource with properties that depend on a condition."""
        kind = self.rng.choice(["OS::Heat::TestResource", "OS::Neutron::Net", "OS::Cinder::Volume"])
        if kind == "OS::Cinder::Volume":
            given: dict[str, Any] = {"size": {"if": ["two", 2, 3]}, "description": {"if": ["two", "x", "y"]}}
        elif kind == "OS::Neutron::Net":
            given = {"name": {"if": ["two", "n1", "n2"]}, "admin_state_up": {"if": ["enabled", True, False]}}
        else:
            given = {"value": {"if": ["two", self.text(), self.text()]}}
        return self.put("switch", kind, given)

    def add_kept(self) -> str:
        """Add a resource that Heat leaves in the cloud when it goes."""
        name = self.rng.choice([self.add_volume, self.add_net, self.add_security_group])()
        self.resources[name]["deletion_policy"] = self.rng.choice(["Retain", "retain", "Delete"])
        return name

    def add_typed_value(self) -> str:
        pairs: list[tuple[str, Any]] = [
            ("json", {"a": self.text(), "b": 1}), ("comma_delimited_list", [self.plain(), "c"]),
            ("number", self.rng.choice([1, 2, {"get_param": "size"}])), ("boolean", {"get_param": "on"}),
        ]  # fmt: skip
        type_, value = self.rng.choice(pairs)
        return self.put("typed", "OS::Heat::Value", {"type": type_, "value": value})

    def add_admin(self) -> str:
        self.counter += 1
        unique = f"{self.prefix}-{self.counter}"
        pairs: list[tuple[str, dict[str, Any]]] = [
            ("OS::Nova::Flavor", {"ram": 64, "vcpus": 1, "disk": 0, "name": unique, "extra_specs": {"a:b": "c"}}),
            ("OS::Cinder::VolumeType", {"name": unique, "description": "d"}),
            ("OS::Neutron::AddressScope", {"ip_version": 4, "name": unique}),
            ("OS::Neutron::SubnetPool", {"prefixes": [f"172.16.{self.counter % 250}.0/24"], "name": unique}),
            ("OS::Keystone::Project", {"name": unique, "description": "d"}),
            ("OS::Keystone::Role", {"name": unique}),
        ]
        kind, given = self.rng.choice(pairs)
        return self.put("admin", kind, given)

    def add_clone(self) -> str:
        source = self.put("source", "OS::Cinder::Volume", {"size": 1})
        return self.put("clone", "OS::Cinder::Volume", {"size": 1, "source_volid": {"get_resource": source}})

    def add_group_of_group(self) -> str:
        """Add a group of nested templates, with a removal policy that names a member by its id."""
        count = self.rng.choice([2, 3])
        member = {"type": self.rng.choice([NESTED, "Site::Word"]), "properties": {}}
        member["properties"] = {"text": "%index%"} if member["type"] == NESTED else {"value": "%index%"}
        group = self.put("outer", "OS::Heat::ResourceGroup", {"count": count, "resource_def": member})
        reads: list[list[Any]] = [["refs", 0], ["resource.0"], ["word"], ["attributes", "word"], ["refs_map"]]
        for read in self.rng.sample(reads, 2):
            self.put("read", "OS::Heat::Value", {"value": {"get_attr": [group, *read]}})
        return group

    def add_aws(self) -> str:
        if self.rng.random() < 0.5:
            return self.put("aws", "AWS::EC2::Volume", {"Size": "1", "AvailabilityZone": "nova"})
        rule = {"IpProtocol": "tcp", "FromPort": "22", "ToPort": self.rng.choice(["22", "23"]), "CidrIp": "10.0.0.0/8"}
        return self.put(
            "aws", "AWS::EC2::SecurityGroup", {"GroupDescription": self.plain(), "SecurityGroupIngress": [rule]}
        )

    def add_batch(self) -> str:
        group = self.put("batch", "OS::Heat::ResourceGroup", {"count": 3, "resource_def": self.member()})
        self.resources[group]["update_policy"] = {"batch_create": {"max_batch_size": self.rng.choice([1, 2])}}
        return group

    def add_delay(self) -> str:
        return self.put("delay", "OS::Heat::Delay", {"min_wait": self.rng.choice([0, 1])})


def _word() -> Template:
    return {
        "heat_template_version": "2018-08-31",
        "parameters": {"value": {"type": "string", "default": "v"}},
        "resources": {"test": {"type": "OS::Heat::TestResource", "properties": {"value": {"get_param": "value"}}}},
        "outputs": {
            "output": {"value": {"get_attr": ["test", "output"]}}, "word": {"value": {"get_param": "value"}},
        },
    }  # fmt: skip
