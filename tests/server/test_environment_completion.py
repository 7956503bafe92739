"""Completion in an environment of a tree: names, types and paths of every folder, those that follow each other first."""

import asyncio
from pathlib import Path

import pytest
from hotlint_server.convert import uri_of
from hotlint_server.features.completion_context import completion_environment
from hotlint_server.transport.client import EditorAbilities
from hotlint_server.workspace.editor_workspace import EditorWorkspace

from hotlint.analysis.file_kinds import recognize
from hotlint.ide.by_kind import completions
from hotlint.ide.completion import CompletionAt, DeclaredNames

VERSION = "heat_template_version: 2018-08-31\n"
FILES = {
    "services/web/web.yaml": VERSION
    + "parameters:\n  WebPort:\n    type: number\n    description: The port that clients use.\n"
    + "  WebIsPublic: {type: boolean}\n  WebMode:\n    type: string\n    constraints:\n    - allowed_values: [fast, slow]\n",
    "services/db/db.yaml": VERSION + "parameters:\n  DbSize: {type: number}\n",
    "environments/all.yaml": "resource_registry:\n  Site::Web: ../services/web/web.yaml\n  Site::Db: ../services/db/db.yaml\n"
    "parameter_defaults:\n  DbSize: 3\n  WebPort: 80\n",
    "services/roles.j2.yaml": VERSION
    + "parameters:\n{% for role in roles %}\n  Site{{role.name}}Count: {type: number}\n{% endfor %}\n",
    "hosts/host.yaml": VERSION + "parameters:\n  HostName: {type: string}\n  HostSize: {type: number, default: 1}\n"
    "  HostKey: {type: string}\n  HostImage: {type: string}\n",
    **{f"passed/{n}.yaml": VERSION + "parameters:\n  Passed: {type: string}\n" for n in "abc"},
    "disks/disk.yaml": VERSION + "resources: {}\n",
    "environments/disks-a.yaml": "resource_registry:\n  Site::Disk: Site::BigDisk\n",
    "environments/disks-b.yaml": "resource_registry:\n  Site::Disk: Site::BigDisk\n",
    "site.j2.yaml": "resource_registry:\n{% for role in roles %}\n  Site::{{role.name}}: roles/{{role.name}}.yaml\n{% endfor %}\n"
    "  Site::Log: services/log.yaml\n  Site::FastLog: Site::Log\n",
    "services/log.yaml": VERSION + "parameters:\n  Rotation: {type: string}\noutputs:\n  volumes: {value: []}\n",
    **{
        f"agents/agent_{name}.yaml": VERSION + "resources: {}\n"
        for name in ("fast_disk", "small_disk", "log", "web", "db", "dns")
    },
    **{
        f"environments/{name}_env.yaml": f"resource_registry:\n  Site::Agent: ../agents/agent_{name}.yaml\n"
        for name in ("log", "web", "db", "dns")
    },
    "environments/small.yaml": "resource_registry:\n  Site::Web: OS::Heat::None\n",
}
HERE = "environments/mine.yaml"


@pytest.fixture
def labels(tmp_path: Path) -> object:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text(text)
    workspace = EditorWorkspace()
    workspace.initialize(EditorAbilities(), {}, [uri_of(str(tmp_path))])
    asyncio.run(workspace.names.read_below(str(tmp_path)))

    def asked(marked: str, file: str = HERE) -> list[str]:
        path = str(tmp_path / file)
        text, offset = marked.replace("$0", "", 1), marked.index("$0")
        at = CompletionAt(
            path,
            text,
            offset,
            lambda: completion_environment(workspace, path),
            lambda: DeclaredNames(text),
            lambda _: None,
        )
        return [item.label for item in completions(recognize(path, text) if text else "empty", at).items]

    return asked


@pytest.mark.parametrize(
    ("marked", "first"),
    [
        ("parameter_defaults:\n  DbSize: 3\n  $0", "WebPort"),
        ("parameter_defaults:\n  # The port that clients use.\n  $0", "WebPort"),
        ("parameters:\n  WebI$0", "WebIsPublic"),
        ("parameter_defaults:\n  WebIsPublic: $0", "true"),
        ("parameter_defaults:\n  WebMode: $0", "fast"),
        ("resource_registry:\n  Site::Web: x\n  $0", "Site::Db"),
        ("resource_registry:\n  Site::Db: $0", "../services/db/db.yaml"),
        ("resource_registry:\n  Site::Other: OS::Heat::N$0", "OS::Heat::None"),
        (
            "resource_registry:\n  Site::Web: /opt/site/services/web/web.yaml\n  Site::Db: /o$0",
            "/opt/site/services/db/db.yaml",
        ),
        ("$0", "parameters"),
    ],
)
def test_what_the_tree_knows_comes_first(labels, marked: str, first: str) -> None:  # type: ignore[no-untyped-def]
    assert labels(marked)[0] == first


def test_names_that_jinja_makes_are_not_offered(labels) -> None:  # type: ignore[no-untyped-def]
    assert "Site{{role.name}}Count" not in labels("parameter_defaults:\n  Site$0")


def test_the_text_itself_is_not_counted(labels) -> None:  # type: ignore[no-untyped-def]
    assert "Mine" not in labels("parameter_defaults:\n  Mine: 3\n  $0")


@pytest.mark.parametrize(
    ("marked", "first"),
    [
        ("parameters:\n  HostName: a\n  $0", "HostKey"),  # the same template declares it
        ("parameters:\n  HostName: a\n  HostKey: b\n  $0", "HostImage"),  # Heat needs it, and not HostSize
        ("resource_registry:\n  Site::Disk: $0", "Site::BigDisk"),  # as elsewhere, not a file that is named alike
    ],
)
def test_what_the_text_says_about_its_template_counts(labels, marked: str, first: str) -> None:  # type: ignore[no-untyped-def]
    assert labels(marked)[0] == first


def test_what_only_parents_pass_comes_last(labels) -> None:  # type: ignore[no-untyped-def]
    found = labels("parameter_defaults:\n  $0")
    assert found.index("Passed") > found.index("HostSize")


@pytest.mark.parametrize("type_", ["Site::Log", "Site::FastLog"])
def test_a_type_that_only_a_jinja_source_maps_has_its_names(labels, type_: str) -> None:  # type: ignore[no-untyped-def]
    log = f"{VERSION}resources:\n  log:\n    type: {type_}\n"
    assert labels(f"{log}    properties:\n      $0\n", "hosts/other.yaml")[0] == "Rotation"
    assert labels(f"{log}outputs:\n  o: {{value: {{get_attr: [log, $0", "hosts/other.yaml")[0] == "volumes"


@pytest.mark.parametrize(
    ("marked", "first"),
    [
        ("resource_registry:\n  Site::Other: x\n  $0\n  Site::Db: y\n", "Site::Web"),
        ('resource_registry:\n  $0\n\n  # the database\n  "Site::Db": y\n', "Site::Web"),
        ("parameter_defaults:\n  Other: 1\n  $0\n  WebPort: 80\n", "DbSize"),
    ],
)
def test_what_stands_before_the_next_key_elsewhere_comes_first(labels, marked: str, first: str) -> None:  # type: ignore[no-untyped-def]
    assert labels(marked)[0] == first


def test_the_template_with_the_name_of_the_environment_comes_first(labels) -> None:  # type: ignore[no-untyped-def]
    asked = "resource_registry:\n  Site::Agent: $0"
    assert labels(asked, "environments/fast_disk_env.yaml")[0] == "../agents/agent_fast_disk.yaml"
    assert "disk" not in labels(asked)[0]
