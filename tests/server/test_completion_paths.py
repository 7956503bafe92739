"""Completion of paths: files above, files that neighbors read, placeholders in files, keys of the outputs of nested templates."""

from pathlib import Path

import pytest
from hotlint_server.convert import uri_of
from hotlint_server.features.completion_context import completion_environment
from hotlint_server.transport.client import EditorAbilities
from hotlint_server.workspace.editor_workspace import EditorWorkspace

from hotlint.ide.by_kind import completions
from hotlint.ide.completion import CompletionAt, DeclaredNames

VERSION = "heat_template_version: 2018-08-31\n"
CONFIG = VERSION + "resources:\n  a:\n    type: OS::Heat::SoftwareConfig\n    properties:\n      config:\n"
FILES = {
    "scripts/deep/run.sh": "echo __PORT__ cat_HOST\n",
    "templates/role/other.yaml": CONFIG
    + "        str_replace:\n          template: {get_file: ../../scripts/deep/run.sh}\n          params: {__PORT__: 1}\n",
    "templates/base.yaml": VERSION
    + "resources:\n  inner: {type: core.yaml}\noutputs:\n  data:\n    value:\n      map_merge:\n      - plain: 1\n        settings:\n"
    "          map_merge:\n          - get_attr: [inner, data, settings]\n          - own::port: 2\n",
    "other/balanced.yaml": VERSION
    + "resources:\n  lb:\n    type: Acme::Balancer\n    properties: {pool: web, port: 80}\noutputs:\n"
    "  o: {value: {get_attr: [lb, vip]}}\n",
    "other/remote.yaml": VERSION + "parameters:\n  size: {type: number}\noutputs:\n  address: {value: 1}\n",
    "templates/env.yaml": "resource_registry:\n  Acme::Remote: http://files.example/lib/remote.yaml\n",
    "templates/core.yaml": VERSION + "outputs:\n  data:\n    value:\n      settings: {core::size: 1}\n",
}
OUTPUT = VERSION + "resources:\n  base: {type: ../base.yaml}\noutputs:\n  a:\n    value: "


@pytest.fixture
def labels(tmp_path: Path):  # type: ignore[no-untyped-def]
    root = tmp_path / "site"
    for name, text in FILES.items():
        (root / name).parent.mkdir(exist_ok=True, parents=True)
        (root / name).write_text(text)
    (tmp_path / "outside.sh").write_text("echo OUTSIDE\n")
    workspace = EditorWorkspace()
    workspace.initialize(EditorAbilities(), {}, [uri_of(str(root))])
    for name in FILES:
        workspace.names.names(str(root / name))
    path = str(root / "templates/role/mine.yaml")

    def asked(marked: str) -> list[str]:
        text, offset = marked.replace("$0", "", 1), marked.index("$0")
        around = completion_environment(workspace, path)
        at = CompletionAt(path, text, offset, lambda: around, lambda: DeclaredNames(text), lambda _: None)
        return [item.label for item in completions("hot", at).items]

    asked.root = root  # type: ignore[attr-defined]
    return asked


@pytest.mark.parametrize("typed", ["", ".", "..", "../", "../../scr"])
def test_files_above_are_offered(labels, typed: str) -> None:  # type: ignore[no-untyped-def]
    assert "../../scripts/deep/run.sh" in labels(CONFIG + "        get_file: " + typed + "$0")


def test_a_file_that_a_neighbor_reads_comes_first(labels) -> None:  # type: ignore[no-untyped-def]
    assert labels(CONFIG + "        get_file: $0")[0] == "../../scripts/deep/run.sh"


def test_nothing_outside_of_the_workspace_folder_is_offered(labels) -> None:  # type: ignore[no-untyped-def]
    found = labels(CONFIG + "        get_file: ../$0")
    assert found
    assert not any("outside" in name for name in found)


def test_a_file_that_is_new_is_offered_at_once(labels) -> None:  # type: ignore[no-untyped-def]
    assert "../../scripts/deep/new.sh" not in labels(CONFIG + "        get_file: ../$0")
    (labels.root / "scripts/deep/new.sh").write_text("")
    assert "../../scripts/deep/new.sh" in labels(CONFIG + "        get_file: ../$0")
    (labels.root / "scripts/deep/new.sh").unlink()
    assert "../../scripts/deep/new.sh" not in labels(CONFIG + "        get_file: ../$0")


def test_placeholders_of_a_file_are_keys(labels) -> None:  # type: ignore[no-untyped-def]
    call = "        str_replace:\n          template: {get_file: ../../scripts/deep/run.sh}\n          params:\n            $0"
    assert labels(CONFIG + call) == ["__PORT__", "HOST"]


def test_placeholders_of_other_calls_are_offered_before_there_are_any(labels) -> None:  # type: ignore[no-untyped-def]
    assert labels(CONFIG + "        str_replace:\n          template:\n            'at $0'\n") == ["__PORT__"]


@pytest.mark.parametrize(
    ("marked", "first"),
    [
        ("{get_attr: [base, data, $0", ["plain", "settings"]),
        ("{get_attr: [base, data, settings, $0]}", ["core::size", "own::port"]),
        ("\n      get_attr:\n      - base\n      - data\n      - $0", ["plain", "settings"]),
    ],
)
def test_a_path_leads_into_the_outputs_of_nested_templates(labels, marked: str, first: list[str]) -> None:  # type: ignore[no-untyped-def]
    assert labels(OUTPUT + marked)[:2] == first


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("resources:\n  a:\n    type: Acme::Balancer\n    properties:\n      $0", ["pool", "port"]),
        ("resources:\n  a: {type: Acme::Balancer}\noutputs:\n  o: {value: {get_attr: [a, $0", ["vip"]),
        ("resources:\n  a:\n    type: Acme::Remote\n    properties:\n      $0", ["size"]),
        ("resources:\n  a: {type: Acme::Remote}\noutputs:\n  o: {value: {get_attr: [a, $0", ["address"]),
    ],
)
def test_what_nothing_describes_is_used_by_other_files(labels, place: str, expected: list[str]) -> None:  # type: ignore[no-untyped-def]
    assert labels(VERSION + place)[: len(expected)] == expected
