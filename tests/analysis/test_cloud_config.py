from __future__ import annotations

import pytest

from hotlint.analysis.cloud_config import keys, problems
from hotlint.syntax.nodes import Mapping
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source


def found(text: str) -> list[str]:
    root = parse(Source("", text)).root
    assert isinstance(root, Mapping)
    return [problem.message for problem in problems(root, lambda node: False)]


@pytest.mark.parametrize(
    "text",
    [
        "write_files: [{path: /a, permissions: 0644, content: 5, append: 'yes'}]",
        "packages: nginx\nssh_authorized_keys: key",
        "packages: [nginx, [curl, '1.0'], {snap: [hello]}]",
        "runcmd: [[sleep, 5], echo, null]",
        "users: [default, {name: a, sudo: false, groups: [b]}]",
        "users: {default: null}",
        "groups: [a, {b: [c]}]",
        "power_state: {mode: reboot, delay: now, timeout: '30'}",
        "disk_setup: {/dev/vdb: {table_type: gpt, layout: [[50, 82], 50]}}",
        "package_update:",
        "coreos: {units: []}\nusers: [{name: a, coreos-ssh-import-github: b}]",
    ],
)
def test_accepts_what_cloud_init_takes(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("runcmd: echo", "cloud-init needs a list for 'runcmd', not a single value, and runs none of it"),
        ("runcmd: [true]", "command of 'runcmd' is true, which is no string, so that none of them runs: put it in quotes"),
        ("package_update: maybe", "'package_update' must be true or false, not 'maybe'"),
        ("write_files: [{content: a}]", "'path' is missing in 'write_files', so that cloud-init skips it"),
        ("write_files: [{path: a, encoding: b65}]", "cloud-init takes no such value for 'write_files.encoding' (did you mean 'b64'?)"),
        ("power_state: {mode: restart}", "cloud-init takes no such value for 'power_state.mode': halt, poweroff, reboot"),
        ("apt: [a]", "cloud-init needs a mapping for 'apt', not a list"),
        ("disk_setup: {vdb: {tabletype: gpt}}", "cloud-init has no key 'tabletype' in 'disk_setup.vdb' (did you mean 'table_type'?)"),
    ],
)  # fmt: skip
def test_reports_what_it_ignores(text: str, message: str) -> None:
    assert found(text) == [message]


def test_completion_reads_the_same_keys() -> None:
    properties = keys()
    items = properties["write_files"].items
    assert items is not None and items.properties is not None
    assert items.properties["path"].required
    assert next(iter(properties)) == "write_files"
    users = properties["users"].items
    assert users is not None and users.properties is not None
    assert users.properties["lock-passwd"].support.instead == "lock_passwd"
