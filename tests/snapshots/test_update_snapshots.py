"""What an update does to resources that Heat treats by rules of their own, and to parameters that must not change."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from snapshot_files import RecordedAnswers

from hotlint.cli.main import main

UPDATES = RecordedAnswers("special_updates")
_SERVER = {"image": "i", "flavor": "f", "user_data": "u", "networks": [{"network": "n"}]}
UNKNOWN = {"get_param": "nothing"}


def _changed(name: str, **more: Any) -> tuple[str, dict[str, Any], dict[str, Any]]:
    return "OS::Nova::Server", {**_SERVER, **more}, {**_SERVER, **more, name: "new"}


EIP = "AWS::EC2::EIPAssociation"


def _of(kind: str, old: dict[str, Any], new: dict[str, Any], **both: Any) -> tuple[str, dict[str, Any], dict[str, Any]]:
    return kind, {**both, **old}, {**both, **new}


NONE = {"resource_def": {"type": "OS::Heat::None"}}
EXTERNAL = {"actions": {"CREATE": {"workflow": "w"}}, "replace_on_change_inputs": ["b", "c", 5]}
CHANGES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    **{
        f"{name}_{policy.lower()}": _changed(name, **{f"{name}_update_policy": policy})
        for name in ("flavor", "image")
        for policy in ("RESIZE", "REBUILD", "REPLACE", "REBUILD_PRESERVE_EPHEMERAL")
    },
    **{name: _changed(name) for name in ("flavor", "image", "user_data", "name", "key_name", "networks")},
    "user_data_ignored": _changed("user_data", user_data_update_policy="IGNORE"),
    "user_data_replaced": _changed("user_data", user_data_update_policy="REPLACE"),
    "flavor_unknown": _changed("flavor", flavor_update_policy=UNKNOWN),
    "image_unknown": _changed("image", image_update_policy=UNKNOWN),
    "user_data_unknown": _changed("user_data", user_data_update_policy=UNKNOWN),
    "eip_other_instance": (EIP, {"EIP": "e", "InstanceId": "a"}, {"EIP": "e", "InstanceId": "b"}),
    "eip_other_address": (EIP, {"EIP": "e", "InstanceId": "a"}, {"EIP": "f", "InstanceId": "a"}),
    "eip_both": (EIP, {"EIP": "e", "InstanceId": "a"}, {"EIP": "f", "InstanceId": "b"}),
    "eip_allocation": (
        EIP, {"AllocationId": "x", "NetworkInterfaceId": "a"}, {"AllocationId": "y", "NetworkInterfaceId": "b"}
    ),
    "eip_left": (EIP, {"EIP": "e", "InstanceId": "a"}, {"EIP": "f"}),
    "stack_region": _of("OS::Heat::Stack", {"context": {"region_name": "a"}}, {"context": {"region_name": "b"}}, template="t"),
    "stack_cloud": _of("OS::Heat::Stack", {"context": {"ca_cert": "a"}}, {"context": {"ca_cert": "b"}}, template="t"),
    "stack_template": ("OS::Heat::Stack", {"template": "t"}, {"template": "u"}),
    "external_plain": _of("OS::Mistral::ExternalResource", {"input": {"a": 1}}, {"input": {"a": 2}}, **EXTERNAL),
    "external_listed": _of("OS::Mistral::ExternalResource", {"input": {"c": 1}}, {"input": {"c": 2}}, **EXTERNAL),
    "external_same": _of("OS::Mistral::ExternalResource", {}, {}, always_update=True, **EXTERNAL),
    "test_kept": ("OS::Heat::TestResource", {"value": "a"}, {"value": "b"}),
    "test_replaced": _of("OS::Heat::TestResource", {"value": "a"}, {"value": "b"}, update_replace=True),
    "test_unknown": _of("OS::Heat::TestResource", {"value": "a"}, {"value": "b"}, update_replace=UNKNOWN),
    "port_always": _of("OS::Neutron::Port", {}, {}, network="n", replacement_policy="REPLACE_ALWAYS"),
    "port_auto": _of("OS::Neutron::Port", {"network": "n"}, {"network": "m"}, replacement_policy="AUTO"),
    "handle": ("OS::Heat::UpdateWaitConditionHandle", {}, {}),
    "group": _of("OS::Heat::ResourceGroup", {"count": 1}, {"count": 2}, **NONE),
    "group_same": _of("OS::Heat::ResourceGroup", {}, {}, count=1, **NONE),
    "unknown_type": ("Acme::Thing", {"a": 1}, {"a": 2}),
    "unknown_property": ("OS::Heat::Value", {"value": 1, "valu": 1}, {"value": 1, "valu": 2}),
    "any": ("OS::Heat::None", {"a": 1}, {"a": 2}),
    "volume": ("OS::Cinder::Volume", {"size": 1}, {"size": 2}),
    "volume_read_only": ("OS::Cinder::Volume", {"size": 1, "read_only": False}, {"size": 1, "read_only": True}),
    "password": ("OS::Keystone::User", {"name": "u", "password": "a"}, {"name": "u", "password": "b"}),
    "random": ("OS::Heat::RandomString", {"length": 8}, {"length": 9}),
    "removed": ("OS::Heat::RandomString", {"length": 8, "salt": "x"}, {"length": 8}),
}  # fmt: skip
IMMUTABLE: tuple[Any, ...] = (True, False, "true", "false", "", "no", 0, 1, None, [], ["x"], {}, {"a": 1})


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("form", ["text", "json"])
def test_special_resources(form: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    metadata = {"launch": "AWS::AutoScaling::LaunchConfiguration", "plain": "OS::Heat::None"}
    for side, file in ((1, "old.yaml"), (2, "new.yaml")):
        resources: dict[str, Any] = {name: {"type": row[0], "properties": row[side]} for name, row in CHANGES.items()}
        resources |= {name: {"type": kind, "metadata": {"side": side}} for name, kind in metadata.items()}
        template = {
            "heat_template_version": "2018-08-31",
            "parameters": {"nothing": {"type": "string"}},
            "resources": resources,
        }
        (folder / file).write_text(json.dumps(template, indent=1), encoding="utf-8")
    main(["diff", "old.yaml", "new.yaml", *([] if form == "text" else ["-f", form])])
    UPDATES.check(form, "".join(capsys.readouterr()))


def test_immutable_parameters(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for side in ("old", "new"):
        parameters = {
            f"p{i}": {"type": "string", "immutable": flag, "default": side} for i, flag in enumerate(IMMUTABLE)
        }
        used = {
            f"r{i}": {"type": "OS::Heat::Value", "properties": {"value": {"get_param": f"p{i}"}}}
            for i in range(len(IMMUTABLE))
        }
        template = {"heat_template_version": "2018-08-31", "parameters": parameters, "resources": used}
        (folder / f"{side}.yaml").write_text(json.dumps(template, indent=1), encoding="utf-8")
    main(["diff", "old.yaml", "new.yaml"])
    UPDATES.check("immutable", "".join(capsys.readouterr()))
