"""The keys that .hotlint.yaml may hold: the reader, its messages, the JSON Schema and the documentation read this table."""

from __future__ import annotations

from typing import Any

from hotlint.common.records import NamedTuple
from hotlint.syntax.source import Span


class Key(NamedTuple):
    """One key of the configuration: `kind` names the kind of its value, `in_templates` allows it under a glob as well."""

    name: str
    kind: str
    summary: str
    example: str
    in_templates: bool = True


_KEYS = (
    Key(
        "extends", "extends", "Configurations to start from: files, or installed Python packages that hold a .hotlint.yaml.",
        "extends: [../.hotlint.yaml]", False,
    ),
    Key(
        "target", "target",
        "The OpenStack release, or release of openstack-heat, to check resource types and properties against; or a snapshot of "
        "the cloud (`hotlint cloud snapshot`).",
        "target: 2025.1",
    ),
    Key(
        "cloud", "snapshot",
        "A snapshot of the cloud (`hotlint cloud snapshot`): names of images, networks and the like are checked against it.",
        "cloud: cloud.yaml",
    ),
    Key(
        "environments", "paths", "Environment files to check templates with, merged in this order.",
        "environments: [env/common.yaml]",
    ),
    Key(
        "plugin_dirs", "paths", "Folders of Heat resource plugins. They are read, never run.",
        "plugin_dirs: [plugins]",
    ),
    Key(
        "known_types", "strings", "Resource types that exist although hotlint knows nothing about them: names or globs.",
        'known_types: ["Acme::*"]',
    ),
    Key(
        "default_environment", "boolean",
        "Whether the Heat that is deployed to keeps the environment that it is packaged with "
        "(environment.d/default.yaml): true relies on all types that it adds, false on none.",
        "default_environment: true",
    ),
    Key(
        "select", "selectors", "The rules to run, by code, code prefix or name; all that are on by default when the key is absent.",
        "select: [HOT3, HOT4]",
    ),
    Key(
        "extend_select", "selectors", "Rules to run as well, such as those that are off by default.",
        "extend_select: [missing-description]",
    ),
    Key(
        "ignore", "selectors", "Rules to disable, by code, code prefix or name.",
        "ignore: [HOT8, unused-parameter]",
    ),
    Key(
        "severity", "severities", "The severity of rules, by code, code prefix or name: error, warning or info.",
        "severity: {HOT301: warning}",
    ),
    Key(
        "profile", "profiles",
        "Named sets of severities, which `severity` overrides: 'security' makes all advice on security errors.",
        "profile: security",
    ),
    Key(
        "policies", "policies", "Policies to check templates by: files of policies, packs of hotlint, or policies themselves.",
        "policies: [policies.yaml, 'hotlint:example']",
    ),
    Key(
        "fixable", "selectors", "The rules whose fixes are applied, by code, code prefix or name; all when the key is absent.",
        "fixable: [HOT3]",
    ),
    Key(
        "unfixable", "selectors", "Rules whose fixes are not applied, by code, code prefix or name.",
        "unfixable: [HOT804]",
    ),
    Key(
        "budget", "seconds",
        "Seconds that the dry run of a template may take (2 when the key is absent), and all dry runs of a file twice as many.",
        "budget: 10",
    ),
    Key(
        "exclude", "globs", "Files and folders that are not checked, even when they are named on the command line.",
        "exclude: [vendor/, '*.j2.yaml']", False,
    ),
    Key(
        "fail_on", "severity", "The mildest severity that fails a run: error (the default), warning or info.",
        "fail_on: warning", False,
    ),
    Key(
        "deployments", "deployments",
        "Deployments by name: a template with its environments, values and target, each checked and previewed.",
        "deployments: [{name: production, template: stack.yaml, environments: [env/production.yaml]}]", False,
    ),
    Key(
        "jinja", "jinja",
        "How Jinja sources are rendered (requires the extra `jinja`): files, variables, variable_files, search_path, "
        "trim_blocks, lstrip_blocks.",
        "jinja: {files: ['*.j2'], variable_files: [vars.yaml]}", False,
    ),
    Key(
        "templates", "templates", "Settings for the files that match a glob, on top of the other settings.",
        "templates: {'web/*.yaml': {environments: [env/web.yaml]}}", False,
    ),
)  # fmt: skip
KEYS = {key.name: key for key in _KEYS}
"""Every key, by name, in the order of the documentation."""


class Setting(NamedTuple):
    """One value as it was read. `glob` is the key of `templates` that it is under, None when it applies to all files.

    `file` is the configuration that it is written in, None for the one that was read.
    """

    key: str
    value: Any
    span: Span
    glob: str | None = None
    file: str | None = None
