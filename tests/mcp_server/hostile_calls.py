"""Tool calls that try to read other files, to see secrets, or to make the server fail; the same for the same seed."""

from __future__ import annotations

import inspect
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SECRET = "s3cr3t-of-the-test"
OUTSIDE = "this-is-outside-of-the-roots"
TOOLS = (
    "check", "fix", "format", "upgrade", "preview", "diff", "plan", "failure", "new", "explain", "find", "test", "policies",
)  # fmt: skip
TEMPLATE = f"""\
heat_template_version: 2018-08-31
parameters:
  password: {{type: string, hidden: true, default: {SECRET}}}
  file: {{type: string, default: ../outside/secret.txt}}
resources:
  one: {{type: ../outside/nested.yaml}}
  two: {{type: linked.yaml}}
  three:
    type: OS::Heat::SoftwareConfig
    properties: {{config: {{get_file: ../outside/secret.txt}}, groop: script, group: {{get_param: password}}}}
  four: {{type: OS::Heat::Value, properties: {{value: {{get_param: password}}, type: {SECRET}}}}}
"""


def tree(folder: Path) -> Path:
    """Write a folder that the client names as its root, with secrets and a folder outside of it. Returns the root."""
    root, outside = folder / "root", folder / "outside"
    (root / "sub").mkdir(parents=True)
    outside.mkdir()
    (outside / "secret.txt").write_text(OUTSIDE)
    (outside / "base.yaml").write_text(f"ignore: [{OUTSIDE}]\n")
    nested = f"heat_template_version: 2018-08-31\nparameters: {{x: {{type: {OUTSIDE}}}}}\n"
    (outside / "nested.yaml").write_text(nested)
    (outside / "x.hot-test.yaml").write_text(f"template: {OUTSIDE}\ntests: 1\n")
    (folder / ".hotlint.yaml").write_text(f"ignore: [{OUTSIDE}]\n")
    (root / "linked.yaml").symlink_to(outside / "nested.yaml")
    (root / "linked").symlink_to(outside)
    (root / "t.yaml").write_text(TEMPLATE)
    (root / "t.env").write_text(
        f"parameters: {{password: {SECRET}}}\nresource_registry: {{A::B: ../outside/nested.yaml}}\n"
    )
    (root / "sub" / ".hotlint.yaml").write_text(
        "extends: ../../outside/base.yaml\nplugin-dirs: [../../outside]\nenvironments: [../../outside/secret.txt]\n"
        "policies: [../../outside/base.yaml]\n"
    )
    (root / "sub" / "t.yaml").write_text(TEMPLATE)
    (root / "s.hot-test.yaml").write_text(
        "template: ../outside/nested.yaml\nenvironments: [../outside/secret.txt]\n"
        f"tests:\n  - name: a\n    parameters: {{password: {SECRET}}}\n    expect: {{resources.four.properties.value: no}}\n"
    )
    (root / "p.yaml").write_text(
        "policies:\n  - {code: A1, name: a, severity: error, resources: [OS::*], assert: 'false', message: no}\n"
        "tests:\n  - {name: b, policy: A1, template: ../outside/nested.yaml, expect: {}}\n"
    )
    return root


def calls(seed: int, count: int, folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield tools with arguments."""
    made = random.Random(seed)
    paths = (
        "t.yaml", "sub/t.yaml", "sub", ".", "t.env", "s.hot-test.yaml", "p.yaml", "linked.yaml", "linked", "linked/secret.txt",
        "../outside/secret.txt", "../outside/nested.yaml", f"{folder}/outside/nested.yaml", f"file://{folder}/outside/nested.yaml",
        "sub/../../outside/nested.yaml", "/etc/passwd", "/proc/self/environ", "~/.ssh/id_rsa", "-", "--help", "", "\0", "\ud800",
        "a" * 5000,
        "file:///etc/passwd", "file://host/etc/passwd", "http://127.0.0.1:1/",
        "hotlint:example", "*", "%2e%2e/outside/secret.txt",
    )  # fmt: skip
    names = (
        "HOT301",
        "list_join",
        "OS::Nova::Server",
        "OS::Nova::Server.",
        ".",
        "OS::../x",
        "../outside/nested.yaml",
        "",
        "A::B",
        "a.b.c",
    )
    texts = (
        TEMPLATE, "", "{", "&a [*a]", "heat_template_version: 2018-08-31\n" + "a: " + "[" * 3000, "\ud800", "\0",
        "heat_template_version: 2018-08-31\noutputs: {o: {value: {yaql: {expression: '$.data.x.orderBy(1/0)', data: {x: [1]}}}}}",
    )  # fmt: skip
    messages = (
        "",
        "Resource CREATE failed: Conflict: resources.four: no",
        f"resources.one.resources.x: {SECRET}",
        "resources[0]: \0",
    )
    odd: tuple[Any, ...] = (
        None,
        1,
        -1,
        2.5,
        True,
        [],
        {},
        ["x"],
        {"a": 1},
        "x",
        10**30,
        [[]],
        "resources.four.properties.value",
    )
    values: tuple[dict[str, Any], ...] = (
        {},
        {"password": SECRET},
        {"file": "../outside/secret.txt"},
        {"x": "\ud800"},
        {"": None},
        {"password": [SECRET] * 3},
    )
    from hotlint.mcp.server import Tools

    for _ in range(count):
        arguments: dict[str, Any] = {"path": made.choice(paths)}
        tool = made.choice(TOOLS)
        if tool in ("explain", "find"):
            arguments = {"name" if tool == "explain" else "query": made.choice(names)}
        if tool == "plan":
            arguments["recording"] = made.choice(paths)
        if tool == "new":
            arguments["kind"] = "suite"
        own = inspect.signature(getattr(Tools, tool)).parameters
        for name, found in (
            ("text", texts), ("old_text", texts), ("old_path", paths), ("parameters", values), ("value", odd), ("select", odd),
            ("environments", [[p] for p in paths]), ("limit", odd), ("unsafe", odd), ("write", odd), ("root", paths), ("config", paths),
            ("message", messages), ("recording", paths), ("to", names), ("structured", odd),
        ):  # fmt: skip
            if made.random() < (0.25 if name in own else 0.005):
                arguments[name] = made.choice(found)
        if made.random() < 0.05:
            arguments[made.choice(list(arguments))] = made.choice(odd)
        yield tool, arguments


def shown(answer: Any) -> str:
    """Return all that a client sees of an answer."""
    return json.dumps(answer.model_dump(mode="json"))
