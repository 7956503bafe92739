"""The resources that `compute_generator` adds: servers, volumes, ports, groups, configs and nested stacks."""

from __future__ import annotations

import ast
from base64 import b64encode
from typing import Any

from stack_generator import NESTED, StackGenerator, Template

NODE = "node.yaml"
INSTANCE = "instance.yaml"
INNER = "inner.yaml"
RESIZED = ("m1.tiny", "m1.small")


class ComputeKinds(StackGenerator):
    """A stack with what Nova and Cinder make, which grows. `files` are its nested templates, `registry` its resource registry."""

    def __init__(self, seed: int, prefix: str) -> None:
        self.node: Template = _node()
        self.inner: Template = _inner()
        self.instance: Template = _instance()
        super().__init__(seed, prefix, size=(3, 6))
        self.parameters["flavor"] = "m1.tiny"
        for _ in range(self.rng.randint(1, 2)):
            self.add()

    def template(self) -> Template:
        found = super().template()
        found["parameters"]["flavor"] = {"type": "string", "default": "m1.small"}
        return found

    def files(self) -> dict[str, Template]:
        """Return the nested templates, by the names of their files."""
        return {NESTED: self.nested, NODE: self.node, INNER: self.inner, INSTANCE: self.instance}

    def registry(self) -> dict[str, Any]:
        """Return the resource registry of the environment."""
        return {"AWS::EC2::Instance": INSTANCE, "Site::Node": NODE}

    # -- adding -------------------------------------------------------------------------------------------------------

    def makers(self) -> list[Any]:
        return [
            self.add_value, self.add_test, self.add_net, self.add_port, self.add_nested, self.add_security_group,
            self.add_server, self.add_server, self.add_attached_server, self.add_volume, self.add_attachment, self.add_node,
            self.add_rolled, self.add_rolled, self.add_rolled, self.add_scaled, self.add_scaled, self.add_instances,
            self.add_deployment, self.add_deployment, self.add_structured, self.add_stack, self.add_stack,
            self.add_floating, self.add_server_group, self.add_key, self.add_chain, self.add_reader, self.add_reader,
            self.add_handle, self.add_multipart, self.add_router_interface,
        ]  # fmt: skip

    def text(self) -> Any:
        if self.rng.random() < 0.5:
            return super().text()
        choices: list[Any] = []
        choices += [{"get_attr": [n, a]} for n in self.of("OS::Nova::Server") for a in ("name", "first_address")]
        choices += [{"get_attr": [n, "addresses", "private", 0, "addr"]} for n in self.of("OS::Nova::Server")]
        choices += [
            {"get_attr": [n, a]} for n in self.of("OS::Cinder::Volume") for a in ("size", "display_name", "status")
        ]
        choices += [{"get_resource": n} for n in self.of("OS::Nova::Server", "OS::Cinder::Volume", "OS::Nova::KeyPair")]
        choices += [{"get_attr": [n, a]} for n in self.of(NODE, "Site::Node") for a in ("address", "word")]
        choices += [{"get_resource": n} for n in self.of(NODE, "Site::Node", NESTED, "OS::Heat::ResourceGroup")]
        choices += [{"get_attr": [n, "outputs", "word"]} for n in self.of("OS::Heat::Stack")]
        choices += [{"get_attr": [n, "floating_ip_address"]} for n in self.of("OS::Neutron::FloatingIP")]
        return self.rng.choice(choices) if choices else super().text()

    def add_server(self) -> str:
        rng = self.rng
        properties: dict[str, Any] = {"flavor": rng.choice([*RESIZED, {"get_param": "flavor"}]), "image": "cirros"}
        ports = [p for p in self.of("OS::Neutron::Port") if repr({"get_resource": p}) not in self.used()]
        if ports and rng.random() < 0.5:
            properties["networks"] = [{"port": {"get_resource": rng.choice(ports)}}]
        else:
            properties["networks"] = [{"network": "private"}]
        if rng.random() < 0.4:
            properties["metadata"] = {"k": self.text()}
        if rng.random() < 0.3:
            properties["name"] = {"str_replace": {"template": "s-T", "params": {"T": {"get_param": "label"}}}}
        if rng.random() < 0.3:
            properties["user_data"] = {
                "str_replace": {"template": "#!/bin/sh\necho T", "params": {"T": {"get_param": "label"}}}
            }
            properties["user_data_format"] = "RAW"
            if rng.random() < 0.4:
                properties["user_data_update_policy"] = "IGNORE"
        elif rng.random() < 0.6:
            properties["user_data_format"] = "SOFTWARE_CONFIG"
        groups = self.of("OS::Nova::ServerGroup")
        if groups and rng.random() < 0.6:
            properties["scheduler_hints"] = {"group": {"get_resource": rng.choice(groups)}}
        keys = self.of("OS::Nova::KeyPair")
        if keys and rng.random() < 0.6:
            properties["key_name"] = {"get_resource": rng.choice(keys)}
        if rng.random() < 0.25:
            properties["flavor_update_policy"] = rng.choice(["RESIZE", "REPLACE"])
        if rng.random() < 0.25:
            properties["image_update_policy"] = rng.choice(["REBUILD", "REPLACE"])
        return self.put("server", "OS::Nova::Server", properties)

    def add_attached_server(self) -> str:
        """Add a server that has a volume of the stack."""
        volume = self.put("disk", "OS::Cinder::Volume", {"size": 1, "volume_type": "fast"})
        server = self.add_server()
        mapping = {"device_name": "vdb", "volume_id": {"get_resource": volume}}
        self.resources[server]["properties"]["block_device_mapping"] = [mapping]
        return server

    def add_volume(self) -> str:
        properties: dict[str, Any] = {
            "size": self.rng.choice([1, 2]),
            "name": self.rng.choice(["v1", {"get_param": "label"}]),
        }
        if self.rng.random() < 0.5:
            properties["volume_type"] = self.rng.choice(["fast", "slow"])
        if self.rng.random() < 0.3:
            properties["metadata"] = {"k": self.text()}
        if self.rng.random() < 0.2:
            properties["image"] = "cirros"
        return self.put("volume", "OS::Cinder::Volume", properties)

    def add_attachment(self) -> str:
        server = self.rng.choice(self.of("OS::Nova::Server") or [self.add_server()])
        volume = self.add_volume()
        given = {"instance_uuid": {"get_resource": server}, "volume_id": {"get_resource": volume}}
        return self.put("attach", "OS::Cinder::VolumeAttachment", given)

    def add_node(self) -> str:
        type_ = self.rng.choice([NODE, "Site::Node"])
        return self.put(
            "node", type_, {"text": self.text(), "flavor": self.rng.choice([*RESIZED, {"get_param": "flavor"}])}
        )

    def member(self) -> dict[str, Any]:
        """Return the definition of a member of a group."""
        text = self.rng.choice(["%index%", self.text()])
        kind = self.rng.choice(["value", "test", "test", "server", "node", "volume", "nested"])
        if kind == "server":
            given: dict[str, Any] = {
                "image": "cirros",
                "flavor": {"get_param": "flavor"},
                "networks": [{"network": "private"}],
            }
            return {"type": "OS::Nova::Server", "properties": {**given, "metadata": {"k": text}}}
        if kind == "node":
            return {"type": NODE, "properties": {"text": text, "flavor": "m1.tiny"}}
        if kind == "volume":
            return {"type": "OS::Cinder::Volume", "properties": {"size": 1, "name": {"get_param": "label"}}}
        if kind == "nested":
            return {"type": NESTED, "properties": {"text": text}}
        found = {
            "type": "OS::Heat::Value" if kind == "value" else "OS::Heat::TestResource",
            "properties": {"value": text},
        }
        if kind == "test" and self.rng.random() < 0.4:
            found["properties"]["update_replace"] = True  # type: ignore[index]
        return found

    def add_rolled(self) -> str:
        """Add a group that rolls, most of them with a removal policy or an update policy."""
        count = self.rng.choice([1, 2, 3, 4, {"get_param": "size"}])
        group = self.put("rolled", "OS::Heat::ResourceGroup", {"count": count, "resource_def": self.member()})
        self.change_policy(self.resources[group])
        for attribute in (["refs"], ["refs_map"], ["removed_rsrc_list"], ["value"], ["output"], ["name"]):
            type_ = self.resources[group]["properties"]["resource_def"]["type"]
            kinds = {"value": "OS::Heat::Value", "output": "OS::Heat::TestResource", "name": "OS::Nova::Server"}
            if kinds.get(attribute[0], type_) == type_ and self.rng.random() < 0.3:
                self.put("read", "OS::Heat::Value", {"value": {"get_attr": [group, *attribute]}})
        return group

    def change_policy(self, group: dict[str, Any]) -> None:
        group.pop("update_policy", None)
        if self.rng.random() < 0.6:
            policy = {"min_in_service": self.rng.randint(0, 3), "max_batch_size": self.rng.randint(1, 3)}
            group["update_policy"] = {"rolling_update": policy}

    def add_scaled(self) -> str:
        name = self.add_plain_scaled()
        group = self.resources[next(n for n in reversed(self.resources) if n.startswith("scaled"))]
        if self.rng.random() < 0.4:
            group["properties"]["resource"] = self.member()
            text = repr(group["properties"]["resource"]).replace("%index%", "i")
            group["properties"]["resource"] = ast.literal_eval(text)
            for reader in [n for n, r in self.resources.items() if repr(r).find("outputs_list") > 0]:
                if repr({"get_attr": [name, "outputs_list", "output"]}) in repr(self.resources[reader]):
                    del self.resources[reader]
        return name

    def add_plain_scaled(self) -> str:
        """Add an autoscaling group, most of them with resources that read its attributes."""
        if self.rng.random() < 0.3:
            member: dict[str, Any] = {"type": NESTED, "properties": {"text": self.text()}}
        else:
            member = {"type": "OS::Heat::TestResource", "properties": {"value": self.text()}}
            if self.rng.random() < 0.3:
                member["properties"]["update_replace"] = True
        properties: dict[str, Any] = {"min_size": 1, "max_size": 5, "resource": member}
        if self.rng.random() < 0.7:
            properties["desired_capacity"] = self.rng.randint(1, 4)
        group = self.put("scaled", "OS::Heat::AutoScalingGroup", properties)
        self.roll(properties)
        for attribute in (["refs"], ["current_size"], ["outputs_list", "output"], ["refs_map"]):
            readable = attribute[0] != "outputs_list" or member["type"] != NESTED
            if readable and self.rng.random() < 0.4:
                self.put("read", "OS::Heat::Value", {"value": {"get_attr": [group, *attribute]}})
        if self.rng.random() < 0.5:
            self.put("read", "OS::Heat::Value", {"value": {"get_resource": group}})
        return group

    def roll(self, properties: dict[str, Any]) -> None:
        """Give a group other rolling updates, or none."""
        properties.pop("rolling_updates", None)
        if self.rng.random() < 0.7:
            properties["rolling_updates"] = {
                "min_in_service": self.rng.randint(0, 4), "max_batch_size": self.rng.randint(1, 3),
            }  # fmt: skip

    def add_deployment(self) -> str:
        """Add a config with a deployment, or a group of deployments, on a server."""
        server = {"get_resource": self.configured_server()}
        inputs = [{"name": n, "replace_on_change": self.rng.random() < 0.5} for n in "ab"]
        config = self.put("config", "OS::Heat::SoftwareConfig", {"group": "script", "config": "echo", "inputs": inputs})
        properties = {
            "config": {"get_resource": config}, "input_values": {n: self.text() for n in "abc"},
            "signal_transport": "NO_SIGNAL",
        }  # fmt: skip
        if self.rng.random() < 0.5:
            return self.put("deploy", "OS::Heat::SoftwareDeployment", {**properties, "server": server})
        return self.put("deploys", "OS::Heat::SoftwareDeploymentGroup", {**properties, "servers": {"one": server}})

    def add_instances(self) -> str:
        """Add a group of instances with their launch configuration; the registry makes a nested template of each."""
        given = {"ImageId": "cirros", "InstanceType": "m1.tiny", "UserData": self.text()}
        launch = self.put("launch", "AWS::AutoScaling::LaunchConfiguration", given)
        named = {"LaunchConfigurationName": {"get_resource": launch}, "AvailabilityZones": ["nova"]}
        if self.rng.random() < 0.5:
            group = self.put("instances", "OS::Heat::InstanceGroup", {**named, "Size": self.rng.randint(1, 3)})
        else:
            sizes = {"MinSize": 1, "MaxSize": 4, "DesiredCapacity": self.rng.randint(1, 3)}
            group = self.put("instances", "AWS::AutoScaling::AutoScalingGroup", {**named, **sizes})
        self.change_instances_policy(self.resources[group])
        if self.rng.random() < 0.4:
            self.put("read", "OS::Heat::Value", {"value": {"get_attr": [group, "InstanceList"]}})
        return group

    def change_instances_policy(self, group: dict[str, Any]) -> None:
        group.pop("update_policy", None)
        if self.rng.random() < 0.7:
            name = "RollingUpdate" if group["type"].startswith("OS::") else "AutoScalingRollingUpdate"
            policy = {"MinInstancesInService": self.rng.randint(0, 2), "MaxBatchSize": self.rng.randint(1, 2)}
            group["update_policy"] = {name: policy}

    def add_structured(self) -> str:
        server = {"get_resource": self.configured_server()}
        inputs = [{"name": n, "replace_on_change": self.rng.random() < 0.4} for n in "ab"]
        config = {"a": {"get_input": "a"}, "t": self.text()}
        made = self.put(
            "struct", "OS::Heat::StructuredConfig", {"group": "os-apply-config", "config": config, "inputs": inputs}
        )
        given = {n: self.text() for n in "abc"}
        properties = {"config": {"get_resource": made}, "input_values": given, "signal_transport": "NO_SIGNAL"}
        if self.rng.random() < 0.6:
            return self.put("sdeploy", "OS::Heat::StructuredDeployment", {**properties, "server": server})
        return self.put("sdeploys", "OS::Heat::StructuredDeploymentGroup", {**properties, "servers": {"one": server}})

    def configured_server(self) -> str:
        servers = [n for n in self.of("OS::Nova::Server") if "user_data" not in self.resources[n]["properties"]]
        name = self.rng.choice(servers or [self.add_server()])
        given = self.resources[name]["properties"]
        given.pop("user_data", None)
        given["user_data_format"] = "SOFTWARE_CONFIG"
        return name

    def add_stack(self) -> str:
        file = self.rng.choice([NESTED, INNER])
        inner = {"template": {"get_file": file}, "parameters": {"text": self.text()}}
        stack = self.put("stack", "OS::Heat::Stack", inner)
        for _ in range(self.rng.choice([0, 1, 2])):
            read = self.rng.choice([["outputs", "word"], ["outputs", "random"], ["outputs"], ["stack_name"]])
            self.put("read", "OS::Heat::Value", {"value": {"get_attr": [stack, *read]}})
        return stack

    def add_floating(self) -> str:
        net, subnet = self.add_net(), next(reversed(self.of("OS::Neutron::Subnet")))
        router = self.put("gate", "OS::Neutron::Router", {"external_gateway_info": {"network": "public"}})
        given = {"router": {"get_resource": router}, "subnet": {"get_resource": subnet}}
        interface = self.put("plug", "OS::Neutron::RouterInterface", given)
        port = self.put("port", "OS::Neutron::Port", {"network": {"get_resource": net}})
        self.resources[port]["properties"]["fixed_ips"] = [{"subnet": {"get_resource": subnet}}]
        name = self.put("float", "OS::Neutron::FloatingIP", {"floating_network": "public"})
        if self.rng.random() < 0.5:
            self.resources[name]["properties"]["port_id"] = {"get_resource": port}
            self.resources[name]["depends_on"] = [interface]
        else:
            both = {"floatingip_id": {"get_resource": name}, "port_id": {"get_resource": port}}
            self.put("assoc", "OS::Neutron::FloatingIPAssociation", both)
            self.resources[next(reversed(self.resources))]["depends_on"] = [interface]
        return name

    def add_router_interface(self) -> str:
        self.add_net()
        subnet = next(reversed(self.of("OS::Neutron::Subnet")))
        router = self.add_router()
        given = {"router": {"get_resource": router}, "subnet": {"get_resource": subnet}}
        return self.put("plug", "OS::Neutron::RouterInterface", given)

    def add_server_group(self) -> str:
        return self.put(
            "servers", "OS::Nova::ServerGroup", {"policies": [self.rng.choice(["soft-affinity", "soft-anti-affinity"])]}
        )

    def add_key(self) -> str:
        blob = b"".join(len(part).to_bytes(4, "big") + part for part in (b"ssh-ed25519", self.rng.randbytes(32)))
        key = f"ssh-ed25519 {b64encode(blob).decode()} k"
        return self.put(
            "key", "OS::Nova::KeyPair", {"name": f"{self.prefix}-{self.rng.randrange(10**9)}", "public_key": key}
        )

    def add_chain(self) -> str:
        kinds = self.rng.choice([["OS::Heat::TestResource"] * 2, ["OS::Heat::Value", "OS::Heat::TestResource"]])
        given = {
            "resources": kinds,
            "resource_properties": {"value": self.text()},
            "concurrent": self.rng.random() < 0.5,
        }
        return self.put("chain", "OS::Heat::ResourceChain", given)

    def add_reader(self) -> str:
        return self.put("read", "OS::Heat::Value", {"value": self.text()})

    def add_handle(self) -> str:
        return self.put("handle", "OS::Heat::WaitConditionHandle", {})

    def add_multipart(self) -> str:
        config = self.put("config", "OS::Heat::SoftwareConfig", {"group": "ungrouped", "config": self.text()})
        if self.rng.random() < 0.5:
            cloud = self.put("cloud", "OS::Heat::CloudConfig", {"cloud_config": {"packages": [self.text()]}})
        else:
            cloud = config
        return self.put(
            "multi", "OS::Heat::MultipartMime", {"parts": [{"config": {"get_resource": n}} for n in (config, cloud)]}
        )


def _node() -> Template:
    flavor = {"type": "string", "default": "m1.tiny"}
    server = {
        "flavor": {"get_param": "flavor"}, "image": "cirros", "networks": [{"port": {"get_resource": "port"}}],
        "metadata": {"t": {"get_param": "text"}},
    }  # fmt: skip
    return {
        "heat_template_version": "2018-08-31",
        "parameters": {"text": {"type": "string"}, "flavor": flavor},
        "resources": {
            "port": {"type": "OS::Neutron::Port", "properties": {"network": "private"}},
            "server": {"type": "OS::Nova::Server", "properties": server},
        },
        "outputs": {
            "OS::stack_id": {"value": {"get_resource": "server"}}, "word": {"value": {"get_param": "text"}},
            "address": {"value": {"get_attr": ["port", "fixed_ips", 0, "ip_address"]}},
        },
    }  # fmt: skip


def _inner() -> Template:
    return {
        "heat_template_version": "2018-08-31",
        "parameters": {"text": {"type": "string"}},
        "resources": {"again": {"type": NESTED, "properties": {"text": {"get_param": "text"}, "mark": "a"}}},
        "outputs": {
            "word": {"value": {"get_attr": ["again", "word"]}}, "random": {"value": {"get_attr": ["again", "random"]}},
        },
    }  # fmt: skip


def _instance() -> Template:
    names = ("ImageId", "InstanceType", "KeyName", "UserData", "SecurityGroups", "Tags", "BlockDeviceMappings", "SubnetId",
             "NetworkInterfaces", "AvailabilityZone", "NovaSchedulerHints")  # fmt: skip
    lists = ("SecurityGroups", "Tags", "BlockDeviceMappings", "NetworkInterfaces", "NovaSchedulerHints")
    schemas = {n: {"type": "json" if n in lists else "string", "default": [] if n in lists else ""} for n in names}
    return {
        "heat_template_version": "2018-08-31",
        "parameters": schemas,
        "resources": {"test": {"type": "OS::Heat::TestResource", "properties": {"value": {"get_param": "UserData"}}}},
        "outputs": {"PublicIp": {"value": "10.0.0.1"}, "AvailabilityZone": {"value": "nova"}},
    }  # fmt: skip
