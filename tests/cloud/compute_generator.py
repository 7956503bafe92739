"""Makes random stacks of servers, volumes, ports, groups, configs and nested stacks, and random changes of them."""

from __future__ import annotations

from typing import Any

from compute_kinds import RESIZED, ComputeKinds
from stack_generator import Resource, choosing

DEPLOYMENTS = ("OS::Heat::SoftwareDeployment", "OS::Heat::StructuredDeployment")
DEPLOYMENT_GROUPS = ("OS::Heat::SoftwareDeploymentGroup", "OS::Heat::StructuredDeploymentGroup")


class ComputeGenerator(ComputeKinds):
    """A stack with what Nova and Cinder make, which grows and changes."""

    def step(self) -> list[str]:
        """Make one to four random changes. Returns what they are."""
        self.heal()
        changes = [
            self.change_property, self.change_property, self.change_parameter, self.change_parameter, self.add_one, self.remove,
            self.toggle, self.change_nested, self.change_fields, self.swap_reference, self.change_cidr, self.nothing,
            self.fail, self.fail, self.change_scaled, self.change_scaled, self.change_inputs, self.change_inputs,
            self.change_server, self.change_server, self.change_server, self.change_volume, self.change_volume,
            self.change_rolled, self.change_rolled, self.change_rolled, self.change_instances, self.change_instances,
            self.change_node, self.change_inner, self.change_stack, self.change_group_policy, self.change_flavor, self.move_port,
        ]  # fmt: skip
        return [found for _ in range(self.rng.choice([1, 2, 2, 3, 4])) if (found := self.rng.choice(changes)())]

    def change_parameter(self) -> str:
        if self.rng.random() < 0.7:
            return super().change_parameter()
        self.parameters["flavor"] = self.rng.choice(RESIZED)
        return "parameter flavor"

    @choosing("server", 8, "OS::Nova::Server")
    def change_server(self, server: Resource, given: Resource, choice: int) -> None:
        if choice == 0:
            given["metadata"] = {"k": self.earlier_text(server)}
        elif choice == 1:
            given["flavor"] = self.rng.choice(RESIZED)
        elif choice == 2:
            given["name"] = f"s-{self.rng.choice('abc')}"
        elif choice == 3 and "user_data" in given:
            given["user_data"] = f"#!/bin/sh\necho {self.rng.choice('abc')}"
        elif choice == 4 and "image" in given:
            given["image"] = "cirros" if given["image"] != "cirros" else self.image
        elif choice == 5:
            given["networks"] = [{"network": "private"}]
        elif choice == 6:
            given["key_name"] = "default"
        else:
            given["tags"] = [self.rng.choice("xyz")]

    image = "cirros"
    """Another image that servers can be rebuilt with."""

    @choosing("volume", 5, "OS::Cinder::Volume")
    def change_volume(self, volume: Resource, given: Resource, choice: int) -> None:
        if choice == 0 and isinstance(given["size"], int):
            given["size"] += 1
        elif choice == 1:
            given["name"] = self.rng.choice(["v1", "v2", "v3"])
        elif choice == 2:
            given["volume_type"] = self.rng.choice(["fast", "slow"])
        elif choice == 3:
            given["metadata"] = {"k": self.earlier_text(volume)}
        else:
            given["description"] = self.rng.choice(["a", "b"])

    @choosing("rolled", 6, "OS::Heat::ResourceGroup")
    def change_rolled(self, group: Resource, given: Resource, choice: int) -> None:
        member = given["resource_def"]
        if choice == 0:
            given["count"] = self.rng.choice([1, 2, 3, 4])
        elif choice == 1:
            given["removal_policies"] = [{"resource_list": [str(self.rng.randrange(3))]}]
        elif choice == 2:
            self.change_policy(group)
        elif choice == 3:
            given["removal_policies_mode"] = self.rng.choice(["append", "update"])
        else:
            self.change_member(member, group)

    def change_member(self, member: dict[str, Any], group: dict[str, Any]) -> None:
        given = member.setdefault("properties", {})
        name = next((n for n in ("value", "text", "name", "salt", "metadata") if n in given), "")
        if name == "metadata":
            given["metadata"] = {"k": self.earlier_text(group)}
        elif name:
            given[name] = self.earlier_text(group)

    @choosing("scaled", 5, "OS::Heat::AutoScalingGroup")
    def change_scaled(self, group: Resource, given: Resource, choice: int) -> None:
        if choice == 0:
            given["desired_capacity"] = self.rng.randint(1, 5)
        elif choice == 1:
            self.roll(given)
        elif choice == 2:
            given["max_size"] = self.rng.choice([4, 5, 6])
        else:
            self.change_member(given["resource"], group)

    def change_instances(self) -> str:
        launch = self.pick("AWS::AutoScaling::LaunchConfiguration")
        group = self.pick("OS::Heat::InstanceGroup", "AWS::AutoScaling::AutoScalingGroup")
        if launch is None or group is None:
            return ""
        choice = self.rng.randrange(3)
        if choice == 0:
            launch["properties"]["UserData"] = self.earlier_text(launch)
        elif choice == 1:
            self.change_instances_policy(group)
        else:
            group["properties"]["Size" if group["type"].startswith("OS::") else "DesiredCapacity"] = self.rng.randint(
                1, 3
            )
        return f"instances {choice}"

    @choosing("inputs", 5, *DEPLOYMENTS, *DEPLOYMENT_GROUPS)
    def change_inputs(self, deployment: Resource, given: Resource, choice: int) -> None:
        config = self.resources[given["config"]["get_resource"]]["properties"]
        if choice == 0:
            config["config"] = (
                {"x": self.rng.choice("abc")} if isinstance(config["config"], dict) else self.rng.choice("abc")
            )
        elif choice == 1:
            config["inputs"][0]["replace_on_change"] = not config["inputs"][0]["replace_on_change"]
        elif choice == 2:
            given["actions"] = self.rng.choice([["CREATE"], ["CREATE", "UPDATE"], ["CREATE", "UPDATE", "DELETE"]])
        else:
            given["input_values"][self.rng.choice("abc")] = self.earlier_text(deployment)

    def change_node(self) -> str:
        resources, choice = self.node["resources"], self.rng.randrange(5)
        if choice == 0:
            resources["server"]["properties"]["metadata"] = {"m": self.rng.choice("xyz"), "t": {"get_param": "text"}}
        elif choice == 1:
            resources["port"]["properties"]["name"] = self.rng.choice(["p1", "p2"])
        elif choice == 2:
            resources["volume"] = {"type": "OS::Cinder::Volume", "properties": {"size": 1}}
        elif choice == 3:
            resources.pop("volume", None)
        else:
            resources["server"]["properties"]["user_data"] = self.rng.choice(["a", "b"])
        return f"node {choice}"

    def change_inner(self) -> str:
        self.inner["resources"]["again"]["properties"]["mark"] = self.rng.choice("abc")
        return "inner"

    def change_stack(self) -> str:
        stack = self.pick("OS::Heat::Stack")
        if stack is None:
            return ""
        stack["properties"]["parameters"]["text"] = self.earlier_text(stack)
        return "stack"

    def change_group_policy(self) -> str:
        group = self.pick("OS::Nova::ServerGroup")
        if group is None:
            return ""
        group["properties"]["policies"] = [self.rng.choice(["soft-affinity", "soft-anti-affinity"])]
        return "server group"

    def change_flavor(self) -> str:
        server = self.pick("OS::Nova::Server")
        if server is not None:
            server["properties"]["flavor"] = self.rng.choice([*RESIZED, {"get_param": "flavor"}])
        return "flavor" if server is not None else ""

    def move_port(self) -> str:
        """Let a floating address be at another port, or at none."""
        address, ports = self.pick("OS::Neutron::FloatingIP"), self.of("OS::Neutron::Port")
        if address is None:
            return ""
        if address["properties"].pop("port_id", None) is None and not ports:
            return ""
        return "floating"
