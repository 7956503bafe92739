"""The settings: one row declares a key of .hotlint.yaml, the option of the command, and the editor's setting.

Besides what reads each format, options and the settings of the VS Code extension read this table.
`hotlint.linter.settings.model.Settings` has a field for each (see docs/contributing/an-option.md).
"""

from hotlint.formats.table import Format, Key, Option, level

NAME = ".hotlint.yaml"
MISNAMED = (".hotlint.yml", "hotlint.yaml")
"""Names that are taken for that of a configuration."""
VALUES, RULES, REPORT, FIXES, RUN = "values", "rules and files", "output", "fixes", "run"
"""Groups of options in the help of a command."""


_KEYS = (
    Key(
        "extends", "extends", "Configurations to start from: files, or installed Python packages that hold a .hotlint.yaml.",
        "extends: [../.hotlint.yaml]", in_templates=False,
    ),
    Key(
        "target", "targets",
        "The OpenStack release, or release of openstack-heat, to check resource types and properties against; or a snapshot of "
        "the cloud (`hotlint cloud snapshot`). With a list, a check is for each, and a finding names those that have it; "
        "other commands use the first.",
        'target: [rocky, "2026.2"]', default="the newest", editor="target",
        option=Option("--target RELEASE", VALUES, "the OpenStack release whose types and properties are known"),
    ),
    Key(
        "cloud_snapshot", "file",
        "A snapshot of the cloud (`hotlint cloud snapshot`): names of images, networks and the like are checked against it.",
        "cloud_snapshot: cloud.yaml", editor="cloudSnapshot",
        option=Option("--cloud-snapshot FILE", VALUES, "a snapshot of the cloud, to check names of images, networks and the like against"),
    ),
    Key(
        "role", "choice of admin member",
        "The role of who deploys: what the default policies deny a member of a project is reported (HOT556).",
        "role: member", default="that of a snapshot, else none",
        option=Option("--as ROLE", VALUES, "report what the default policies of the services deny this role: member or admin"),
    ),
    Key(
        "environments", "paths", "Environment files to check templates with, merged in this order.",
        "environments: [env/common.yaml]",
        option=Option("-e --environment ENV", VALUES, "an environment file"),
    ),
    Key(
        "discovery", "boolean",
        "Whether a template without `environments` is checked with the environments that fit it, such as web.env with web.yaml.",
        "discovery: false", default="true",
        option=Option("--no-discovery", VALUES, "use no environment that fits a template, only those that are given"),
    ),
    Key(
        "plugin_dirs", "folders", "Folders of Heat resource plugins. They are read, never run.",
        "plugin_dirs: [plugins]",
        option=Option("--plugin-dir FOLDER", VALUES, "a folder of Heat resource plugins"),
        editor="pluginDirs",
    ),
    Key(
        "known_types", "strings", "Resource types that exist although hotlint knows nothing about them: names or globs.",
        'known_types: ["Acme::*"]',
    ),
    Key(
        "urls", "urls",
        "Folders by the start of the URLs that stand for their files; those of the repository's own remotes are known.",
        "urls: {'https://example.org/heat/': templates}",
    ),
    Key(
        "default_environment", "boolean",
        "Whether the Heat that is deployed to keeps the environment that it is packaged with "
        "(environment.d/default.yaml): true relies on all types that it adds, false on none.",
        "default_environment: true",
    ),
    Key(
        "select", "selectors", "The rules to run, by code, code prefix or name.",
        "select: [HOT3, HOT4]", default="all that are on by default",
        option=Option("--select RULES", RULES, "run only these rules, by code, code prefix or name"), editor="select",
    ),
    Key(
        "extend_select", "selectors", "Rules to run as well, such as those that are off by default.",
        "extend_select: [missing-description]",
        option=Option("--extend-select RULES", RULES, "run these rules as well, such as those that are off by default"),
    ),
    Key(
        "ignore", "selectors", "Rules to disable, by code, code prefix or name.",
        "ignore: [HOT8, unused-parameter]", option=Option("--ignore RULES", RULES, "disable these rules"), editor="ignore",
    ),
    Key(
        "severity", "severities", "The severity of rules, by code, code prefix or name: error, warning or info.",
        "severity: {HOT301: warning}", editor="diagnostics.severity",
    ),
    Key(
        "profile", "profiles",
        "Named sets of severities, which `severity` overrides: 'security' makes all advice on security errors.",
        "profile: security",
        option=Option("--profile PROFILE", RULES, "give rules the severities of a profile: security makes all advice on security errors"),
    ),
    Key(
        "policies", "policies", "Policies to check templates by: files of policies, packs of hotlint, or policies themselves.",
        "policies: [policies.yaml, 'hotlint:example']",
    ),
    Key(
        "fixable", "selectors", "The rules whose fixes are applied, by code, code prefix or name.",
        "fixable: [HOT3]", default="all", option=Option("--fixable RULES", FIXES, "apply only fixes of these rules"),
    ),
    Key(
        "unfixable", "selectors", "Rules whose fixes are not applied, by code, code prefix or name.",
        "unfixable: [HOT804]", option=Option("--unfixable RULES", FIXES, "apply no fix of these rules"),
    ),
    Key(
        "budget", "seconds",
        "Seconds that the dry run of a template may take, and all dry runs of a file twice as many.",
        "budget: 10", default="2",
        option=Option(
            "--budget SECONDS", RUN, "processor time that the dry run of a template may take; all of a file take twice as much at most"
        ),
    ),
    Key(
        "resource_limit", "limit",
        "Heat's max_resources_per_stack: the resources that a stack may have with its nested stacks; -1 for no limit.",
        "resource_limit: 2000", default="1000",
    ),
    Key(
        "list_indentation", "choice of indented flush keep",
        "How `hotlint format` indents the list of a key: two spaces deeper than the key, in its column, or as it is.",
        "list_indentation: keep", default="indented",
    ),
    Key(
        "flow_spaces", "choice of none one keep",
        "The spaces that `hotlint format` writes inside the braces of flow mappings: `{a: b}`, `{ a: b }`, or as they are.",
        "flow_spaces: keep", default="none",
    ),
    Key(
        "exclude", "globs", "Files and folders that are not checked, even when they are named on the command line.",
        "exclude: [vendor/, '*.j2.yaml']", in_templates=False,
        option=Option("--exclude GLOB", RULES, "do not check files and folders that match, relative to the working folder"),
    ),
    Key(
        "fail_on", "choice of error warning info never", "The mildest severity that fails a run: error, warning or info; or never.",
        "fail_on: warning", in_templates=False, default="error",
        option=Option("--fail-on LEVEL", REPORT, "exit with 1 from this level on: info, warning or error; or never"),
    ),
    Key(
        "deployments", "deployments",
        "Deployments by name: a template with its environments, values and target, each checked and previewed.",
        "deployments: [{name: production, template: stack.yaml, environments: [env/production.yaml]}]", inside="deployment",
        in_templates=False,
    ),
    Key(
        "jinja", "jinja",
        "How Jinja sources are rendered: files, variables, variable_files, search_path, trim_blocks, lstrip_blocks.",
        "jinja: {files: ['*.j2'], variable_files: [vars.yaml]}", inside="jinja", in_templates=False,
    ),
    Key(
        "templates", "templates", "Settings for the files that match a glob, on top of the other settings.",
        "templates: {'web/*.yaml': {environments: [env/web.yaml]}}", inside="settings", in_templates=False,
    ),
)  # fmt: skip
KEYS = {key.name: key for key in _KEYS}
"""Every key, by name, in the order of the documentation."""
_USUAL = ("environments", "deployments", "ignore", "severity", "policies", "target", "templates", "jinja")
DEPLOYMENT = level(
    "a deployment",
    Key("name", "name", "The name, for `hotlint check --deployment` and in findings.", required=True),
    Key("template", "file", "The template, relative to the configuration's folder.", required=True),
    Key("environments", "paths", "Environment files, merged in this order."),
    Key("values", "mapping", "Values of parameters; those of environments win over them, as over `--parameter`."),
    Key(
        "target",
        "target",
        "The OpenStack release to check the deployment against, instead of the setting `target`.",
    ),
    usual=_USUAL,
)
JINJA = level(
    "an entry of 'jinja'",
    Key("files", "globs", "The sources that the entry is for: globs; all Jinja sources when the key is absent."),
    Key("variables", "mapping", "Variables by name; they win over those in `variable_files`."),
    Key("variable_files", "paths", "YAML files of variables, of which later ones win."),
    Key("search_path", "folders", "Folders in which included and imported sources are looked for."),
    Key("trim_blocks", "boolean", "Whether the line break after a block is removed: true (the default) or false."),
    Key("lstrip_blocks", "boolean", "Whether spaces before a block are removed: true or false (the default)."),
)
SECTION = level("the settings of a glob", *(key for key in _KEYS if key.in_templates), usual=_USUAL, is_named=True)
CONFIGURATION = Format(
    "Configuration of hotlint (.hotlint.yaml)",
    "hotlint",
    {
        "configuration": level("a configuration", *_KEYS, usual=_USUAL, facts={"type": ["object", "null"]}),
        "settings": SECTION,
        "deployment": DEPLOYMENT,
        "jinja": JINJA,
    },
    has_definitions=False,
)
LISTS = ("strings", "paths", "folders", "globs", "selectors", "profiles")
"""Kinds of settings that take several values."""
RESTRICTED = ("file", "folders", "urls")
"""Kinds of settings that an untrusted workspace must not have: they name files."""
