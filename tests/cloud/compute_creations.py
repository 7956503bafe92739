"""Hold `hotlint check`, with and without a snapshot, against what a real cloud does with creations of servers and volumes.

    python tests/cloud/compute_creations.py --cloud NAME --count 200 --seed 1 --out results.json

Each template has one to three resources, whose properties are right for the cloud or have a mistake. The cloud needs
what `compute_mistakes` says. An error in a template that the cloud creates is false, and so is a warning that a name or an
address does not fit the cloud; the exit code is 1 where there is one.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import yaml

sys.path.insert(0, str(Path(__file__).parent))
from heat_stacks import Heat, Outcome

Resource = dict[str, Any]
_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f k"
_BOOT: dict[str, Any] = {"boot_index": 0, "delete_on_termination": True}
_SERVER: dict[str, tuple[list[Any], list[Any]]] = {
    "name": (["s"], ["n" * 256, " "]), "key_name": (["default"], ["nokey"]), "availability_zone": (["az1", "az2"], ["az9"]),
    "security_groups": ([["default"]], [["nogroup"]]), "metadata": ([{"a": "b"}], [{"a": "v" * 256}, {"k" * 256: "v"}]),
    "tags": ([["x"]], [["a,b"], ["t" * 61], ["a/b"]]), "config_drive": ([True], ["perhaps"]),
    "user_data": (["#!/bin/sh"], ["x" * 70000]), "user_data_format": (["RAW", "SOFTWARE_CONFIG"], ["NONE"]),
    "flavor_update_policy": (["RESIZE", "REPLACE"], ["IGNORE"]), "admin_pass": (["secret"], []),
    "diskConfig": (["AUTO"], ["auto"]), "scheduler_hints": ([], [{"group": "nogroup"}]),
}  # fmt: skip
_NETWORKS: tuple[list[Any], list[Any]] = (
    [[{"network": "private"}], [{"network": "private", "fixed_ip": "10.0.0.23"}], [{"network": "private"}, {"network": "private"}]],
    [None, [{"network": "nonet"}], [{"network": "private", "fixed_ip": "10.9.9.9"}], [{"subnet": "nosub"}], [{"port": "noport"}],
     [{"fixed_ip": "10.0.0.24"}], [{"network": "private", "fixed_ip": "10.0.0.300"}], [{"network": "private", "tag": "a/b"}]],
)  # fmt: skip
_DEVICES: tuple[list[Any], list[Any]] = (
    [[{**_BOOT, "image": "cirros", "volume_size": 1}]],
    [[{**_BOOT, "image": "cirros"}], [{**_BOOT, "image": "noimage", "volume_size": 1}], [{**_BOOT, "volume_id": "novolume"}],
     [{"image": "cirros", "volume_size": 1}], [{**_BOOT, "image": "ubuntu", "volume_size": 5}], [_BOOT],
     [{**_BOOT, "image": "cirros", "volume_size": 1}, {**_BOOT, "image": "cirros", "volume_size": 1}],
     [{**_BOOT, "image": "cirros", "volume_size": 1, "snapshot_id": "nosnap"}]],
)  # fmt: skip
_VOLUME: dict[str, tuple[list[Any], list[Any]]] = {
    "name": (["v"], ["n" * 256]), "description": (["d"], ["d" * 256]), "volume_type": (["fast", "slow"], ["notype"]),
    "availability_zone": (["nova"], ["az9"]), "metadata": ([{"a": "b"}], [{"a": "v" * 256}, {"": "v"}]),
    "image": (["cirros"], ["noimage", "windows"]), "read_only": ([True], ["perhaps"]),
    "scheduler_hints": ([], [{"same_host": "novolume"}]), "backup_id": ([], ["nobackup"]), "snapshot_id": ([], ["nosnap"]),
}  # fmt: skip
_PORT: dict[str, tuple[list[Any], list[Any]]] = {
    "name": (["p"], ["n" * 256]), "mac_address": (["fa:16:3e:00:00:77"], ["fa:16:3e", "01:00:5e:00:00:01"]),
    "fixed_ips": ([[{"ip_address": "10.0.0.33"}]], [[{"ip_address": "10.9.9.9"}], [{"subnet": "nosub"}], [{"ip_address": "10.0.0.0"}]]),
    "security_groups": ([["default"]], [["nogroup"]]), "admin_state_up": ([False], ["perhaps"]),
    "allowed_address_pairs": ([[{"ip_address": "10.0.0.0/24"}]], [[{"ip_address": "10.0.0.0/40"}]]),
    "port_security_enabled": ([True], []),
}  # fmt: skip


class Maker:
    """Makes templates; most properties are right, and about half of the templates have a mistake."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def template(self) -> dict[str, Any]:
        """Return a template with one to three resources."""
        self.wrong = self.rng.random() < 0.55
        makers = (self.server, self.server, self.volume, self.volume, self.attached, self.port, self.other)
        resources: dict[str, Resource] = {}
        for number in range(self.rng.choice([1, 1, 2])):
            resources |= self.rng.choice(makers)(f"r{number}")
        return {"heat_template_version": "2021-04-16", "resources": resources}

    def pick(self, choices: tuple[list[Any], list[Any]], rate: float = 0.3) -> Any:
        """Return a right value, or a wrong one where the template is to have a mistake."""
        right, wrong = choices
        is_wrong = bool(wrong) and self.wrong and (not right or self.rng.random() < rate)
        return self.rng.choice(wrong if is_wrong else right) if is_wrong or right else None

    def some(self, choices: dict[str, tuple[list[Any], list[Any]]], most: int = 3) -> dict[str, Any]:
        names = self.rng.sample(sorted(choices), self.rng.randint(0, most))
        return {name: value for name in names if (value := self.pick(choices[name], 0.5)) is not None}

    def server(self, name: str) -> dict[str, Resource]:
        fitting = [("cirros", "m1.tiny"), ("cirros", "m1.small"), ("cirros", "m1.diskless"), ("ubuntu", "m1.small")]
        unfit = [
            ("ubuntu", "m1.tiny"),
            ("windows", "m1.small"),
            ("noimage", "m1.tiny"),
            ("cirros", "noflavor"),
            (None, "m1.tiny"),
        ]
        image, flavor = self.pick((fitting, unfit), 0.25)
        given = {"image": image, "flavor": flavor, "networks": self.pick(_NETWORKS, 0.25), **self.some(_SERVER)}
        if self.rng.random() < 0.2:
            given |= {"image": None, "block_device_mapping_v2": self.pick(_DEVICES, 0.6)}
        return {name: _resource("OS::Nova::Server", given)}

    def volume(self, name: str) -> dict[str, Resource]:
        size = self.pick(([1, 2, "1"], [0, -1, 2000, "big", None]), 0.25)
        return {name: _resource("OS::Cinder::Volume", {"size": size, **self.some(_VOLUME)})}

    def attached(self, name: str) -> dict[str, Resource]:
        found = {**self.server(f"{name}s"), **self.volume(f"{name}v")}
        server = self.pick(([{"get_resource": f"{name}s"}], ["noserver"]), 0.2)
        given = {
            "instance_uuid": server,
            "volume_id": {"get_resource": f"{name}v"},
            "mountpoint": self.rng.choice([None, "/dev/vdc"]),
        }
        return {**found, f"{name}a": _resource("OS::Cinder::VolumeAttachment", given)}

    def port(self, name: str) -> dict[str, Resource]:
        port = _resource(
            "OS::Neutron::Port", {"network": self.pick((["private"], ["nonet"]), 0.15), **self.some(_PORT)}
        )
        server = self.server(f"{name}s")
        server[f"{name}s"]["properties"]["networks"] = [{"port": {"get_resource": name}}]
        return {name: port, **(server if self.rng.random() < 0.5 else {})}

    def other(self, name: str) -> dict[str, Resource]:
        fresh = f"made-{self.rng.randrange(10**9)}"
        key = self.pick(([_KEY], ["nonsense", None]), 0.5)
        policies = self.pick(([["affinity"], ["soft-affinity"]], [["near"], ["affinity", "anti-affinity"]]), 0.5)
        pairs: list[tuple[str, dict[str, Any]]] = [
            ("OS::Nova::KeyPair", {"name": fresh, "public_key": key}),
            ("OS::Nova::KeyPair", {"name": self.pick(([fresh], ["default", "a/b"]), 0.5), "public_key": _KEY}),
            ("OS::Nova::ServerGroup", {"policies": policies}),
            ("OS::Neutron::FloatingIP", {"floating_network": self.pick((["public"], ["private", "nonet"]), 0.5)}),
            ("OS::Heat::ResourceGroup", {"count": 2, "resource_def": self.server("m")["m"]}),
            ("OS::Heat::ResourceGroup", {"count": 2, "resource_def": self.volume("m")["m"]}),
        ]
        kind, given = self.rng.choice(pairs)
        return {name: _resource(kind, given)}


def _resource(kind: str, given: dict[str, Any]) -> Resource:
    return {"type": kind, "properties": {n: v for n, v in given.items() if v is not None}}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add = parser.add_argument
    add("--cloud", required=True)
    add("--count", type=int, default=200)
    add("--seed", type=int, default=1)
    add("--parallel", type=int, default=3)
    add("--out", type=Path, default=Path("compute-creations.json"))
    options = parser.parse_args()
    maker = Maker(options.seed)
    texts = {f"t{n}.yaml": yaml.safe_dump(maker.template(), sort_keys=False) for n in range(options.count)}
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for name, text in texts.items():
            (folder / name).write_text(text)
        command = [
            sys.executable,
            "-m",
            "hotlint",
            "cloud",
            "snapshot",
            "--cloud",
            options.cloud,
            "-o",
            str(folder / "cloud.yaml"),
        ]
        subprocess.run([*command, "--with-ids"], check=True, capture_output=True)
        alone, informed = (checked(folder, sorted(texts), target) for target in ([], ["--target", "cloud.yaml"]))
    found: list[dict[str, Any]] = []

    def judge(name: str) -> None:
        outcome = created(options.cloud, f"make-{options.seed}-{name.partition('.')[0]}", texts[name])
        found.append(
            {"file": name, "text": texts[name], "cloud": outcome.status, "reason": outcome.reason[:400],
             "check": alone[name], "check with a snapshot": informed[name]}
        )  # fmt: skip
        options.out.write_text(json.dumps({"figures": figures(found), "cases": found}, indent=1))

    with ThreadPoolExecutor(options.parallel) as pool:
        list(pool.map(judge, sorted(texts)))
    print("\n".join(f"{name:40} {value}" for name, value in figures(found).items()))
    return 1 if figures(found)["false errors"] or figures(found)["false findings with a snapshot"] else 0


def checked(folder: Path, files: list[str], target: list[str]) -> dict[str, list[str]]:
    """Return the errors of `hotlint check` by file, and with a snapshot also the warnings of what the cloud does not have."""
    command = [sys.executable, "-m", "hotlint", "check", *files, "--no-config", "--no-cache", "-f", "json", *target]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    found: dict[str, list[str]] = {file: [] for file in files}
    for finding in json.loads(done.stdout)["diagnostics"]:
        if finding["severity"] == "error" or finding["code"].startswith("HOT52"):
            found[finding["path"]].append(f"{finding['code']} {finding['message']}")
    return found


def created(cloud: str, name: str, text: str) -> Outcome:
    """Return how a creation ends. The stack is deleted."""
    heat = Heat(cloud)
    try:
        return heat.create(name, {"template": yaml.safe_load(text), "timeout_mins": 8})
    except Exception as exc:
        return Outcome("NO_ANSWER", str(exc))
    finally:
        heat.delete(name)


def figures(found: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the figures of the cases that ended."""
    ended = [c for c in found if c["cloud"] in ("REFUSED", "CREATE_FAILED", "CREATE_COMPLETE")]
    made = [c for c in ended if c["cloud"] == "CREATE_COMPLETE"]
    failed = [c for c in ended if c["cloud"] != "CREATE_COMPLETE"]
    return {
        "creations": len(ended), "no end": len(found) - len(ended), "outcomes": dict(Counter(c["cloud"] for c in ended)),
        "false errors": sum(bool(c["check"]) for c in made),
        "false findings with a snapshot": sum(bool(c["check with a snapshot"]) for c in made),
        "caught": f"{sum(bool(c['check']) for c in failed)}/{len(failed)}",
        "caught with a snapshot": f"{sum(bool(c['check with a snapshot']) for c in failed)}/{len(failed)}",
    }  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
