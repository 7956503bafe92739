"""Completion in hotlint's own files: configurations, suites and files of policies."""

from pathlib import Path

import pytest

from hotlint.analysis.file_kinds import recognize
from hotlint.analysis.files.project import Project
from hotlint.analysis.template import Template
from hotlint.formats.configuration import DEPLOYMENT, JINJA, KEYS
from hotlint.ide.by_kind import completions
from hotlint.ide.completion import CompletionAt, CompletionEnvironment, DeclaredNames
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.source import Source

VERSION = "heat_template_version: 2018-08-31\n"
FILES = {
    "web.yaml": VERSION + "resources:\n  server: {type: OS::Nova::Server}\n  child: {type: child.yaml}\n"
    "  group:\n    type: OS::Heat::ResourceGroup\n    properties: {resource_def: {type: child.yaml}}\n",
    "child.yaml": VERSION + "resources:\n  net: {type: OS::Neutron::Net, properties: {name: a}}\noutputs:\n  ip: {value: 1}\n",
    "env/web.env": "parameters: {}\n",
    "site-policies.yaml": "policies: []\n",
}  # fmt: skip


@pytest.fixture
def labels(tmp_path: Path) -> object:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)

    def template_of(path: str) -> Template | None:
        if not Path(path).exists():
            return None
        project = Project(Catalog(), {path: Source(path, Path(path).read_text())})
        return project.template_of(project.document(path))

    def asked(name: str, marked: str) -> list[str]:
        text, offset = marked.replace("$0", "", 1), marked.index("$0")
        path = str(tmp_path / name)
        around = CompletionEnvironment(
            Catalog(), files=lambda: list(FILES), above=lambda: ["../above.yaml", "../read.me"]
        )
        at = CompletionAt(path, text, offset, lambda: around, lambda: DeclaredNames(text), template_of)
        return [item.label for item in completions(recognize(path, text), at).items]

    return asked


@pytest.mark.parametrize(
    ("marked", "offered"),
    [
        ("$0", list(KEYS)),
        ("targ$0\nignore: [HOT8]\n", [name for name in KEYS if name != "ignore"]),
        ("templates:\n  'web/*.yaml':\n    $0", [key.name for key in KEYS.values() if key.in_templates]),
        ("deployments:\n- $0", [key.name for key in DEPLOYMENT.keys]),
        ("deployments:\n- name: a\n  $0", [key.name for key in DEPLOYMENT.keys if key.name != "name"]),
        ("jinja:\n  $0", [key.name for key in JINJA.keys]),
        ("jinja: {files: [a], $0", [key.name for key in JINJA.keys if key.name != "files"]),
        ("discovery: $0", ["true", "false"]),
        ("fail_on: $0", ["error", "warning", "info", "never"]),
        ("severity:\n  HOT301: $0", ["error", "warning", "info"]),
        ("templates:\n  'web/*.yaml':\n    discovery: $0", ["true", "false"]),
        ("profile: $0", ["security"]),
        ("environments:\n- $0", ["child.yaml", "web.yaml", "env/web.env", "site-policies.yaml", "../above.yaml"]),
    ],
)
def test_a_configuration_has_every_setting_and_its_values(labels, marked: str, offered: list[str]) -> None:  # type: ignore[no-untyped-def]
    assert sorted(labels(".hotlint.yaml", marked)) == sorted(offered)


@pytest.mark.parametrize(
    "marked", ["select: [$0", "ignore:\n- $0", "severity:\n  $0", "templates:\n  '*':\n    ignore: [HOT8, $0"]
)
def test_a_configuration_names_rules(labels, marked: str) -> None:  # type: ignore[no-untyped-def]
    assert {"HOT301", "unknown-parameter"} <= set(labels(".hotlint.yaml", marked))


@pytest.mark.parametrize("marked", ["target: $0", "target: [2025.1, $0", "target:\n- 2025.1\n- $0"])
def test_a_configuration_names_releases_and_packs(marked: str, labels) -> None:  # type: ignore[no-untyped-def]
    releases = [label for label in labels(".hotlint.yaml", marked) if "env" not in label and ".yaml" not in label]
    assert releases[-1] == "rocky"
    assert "hotlint:example" in labels(".hotlint.yaml", "policies: [$0")


@pytest.mark.parametrize(
    ("marked", "offered"),
    [
        ("attributes:\n      server:\n        $0", {"__ref__", "first_address"}),
        ("errors:\n    - code: $0", {"HOT301"}),
        ("update:\n      expect: {server: $0", {"replace", "none"}),
        ("update:\n      expect:\n        $0", {"server", "child.net", "group.0.net"}),
        ("assert:\n      $0", {"resources.child.outputs.ip", "resources.group.resources.0.outputs.ip",
                               "resources.child.resources.net.properties.name"}),
    ],
)  # fmt: skip
def test_a_suite_knows_attributes_codes_and_nested_templates(labels, marked: str, offered: set[str]) -> None:  # type: ignore[no-untyped-def]
    assert offered <= set(labels("web.hot-test.yaml", "template: web.yaml\ntests:\n  - name: a\n    " + marked))


@pytest.mark.parametrize(
    ("marked", "offered"),
    [
        ("policies:\n- code: A1\n  resources: $0", {"OS::Nova::Server", "OS::Nova::*"}),
        ("policies:\n- code: A1\n  resources: [OS::Heat::Stack, $0", {"OS::Nova::Server"}),
        ("policies:\n- code: A1\n  assert: 'true'\nextends: $0", {"hotlint:example", "child.yaml"}),
        ("policies:\n- code: A1\n  assert: 'true'\nextends:\n- $0", {"hotlint:example"}),
        ("policies:\n- code: A1\n  assert: 'true'\ndisable: [$0", {"A1"}),
        ("policies:\n- code: A1\n  assert: 'true'\ntests:\n- policy: $0", {"A1"}),
        ("policies:\n- code: A1\ntests:\n- expect: {server: $0}", {"pass", "fail", "unknown"}),
        ("extends: hotlint:example\ndisable:\n- $0", {"SITE004"}),
        ("policies:\n- code: A1\n  parameters: '*'\n  assert: has_default && hid$0", {"hidden"}),
        ("policies:\n- code: A1\n  resources: OS::Nova::*\n  assert: >-\n    has(prop$0\n", {"properties"}),
        ("policies:\n- code: A1\n  resources: [OS::Nova::Server]\n  assert: properties.fla$0\n", {"flavor"}),
        ("pol$0\n- code: A1\n  assert: 'true'\n", {"policies"}),
        ("policies:\n- co$0\n", {"code"}),
        ("policies:\n  - $0\n", {"code"}),
        ("$0", {"policies", "extends"}),
    ],
)
def test_policies_name_types_and_packs(labels, marked: str, offered: set[str]) -> None:  # type: ignore[no-untyped-def]
    assert offered <= set(labels("policies.yaml", marked))


def test_words_of_an_expression_are_completed_one_by_one() -> None:
    text = "policies:\n- code: A1\n  resources: OS::Nova::*\n  assert: has(prop"
    around, names = CompletionEnvironment(Catalog()), DeclaredNames(text)
    found = completions(
        "policies", CompletionAt("p.yaml", text, len(text), lambda: around, lambda: names, lambda _: None)
    )
    assert text[found.span.start : found.span.end] == "prop"


@pytest.mark.parametrize(
    ("name", "marked", "first"),
    [
        ("web.hot-test.yaml", "template: $0", "web.yaml"),
        ("web.hot-test.yaml", "template: web.yaml\ntests:\n- name: a\n  $0", "assert"),
        ("web.hot-test.yaml", "template: web.yaml\ntests:\n- assert:\n    resources.server: {$0", "type"),
        ("web.hot-test.yaml", "template: web.yaml\ntests:\n- assert:\n    resources.server: {}\n    $0", "resources.child"),
        ("policies.yaml", "policies:\n- code: A1\n  resources: OS::Nova::Server\n  $0", "assert"),
        ("policies.yaml", "policies:\n- code: A1\n- code: A2\ntests:\n- policy: A1\n- policy: $0", "A2"),
        ("policies/mine.yaml", "$0", "extends"),
        (".hotlint.yaml", "ignore: [$0", "HOT0"),
    ],
)  # fmt: skip
def test_the_likeliest_comes_first(labels, name: str, marked: str, first: str) -> None:  # type: ignore[no-untyped-def]
    assert labels(name, marked)[0] == first


def test_files_named_like_the_setting_come_first(labels) -> None:  # type: ignore[no-untyped-def]
    files = [name for name in labels(".hotlint.yaml", "policies: [$0") if name.endswith(".yaml")]
    assert files[0] == "site-policies.yaml"
