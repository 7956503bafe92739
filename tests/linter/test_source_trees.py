"""The source tree of a file: its environments and users there, and what a kept result depends on."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from hotlint.analysis.files.environment_finder import Fit
from hotlint.linter.checking.contexts import DeploymentInputs, deployment_inputs, discovered
from hotlint.linter.checking.engine import Engine
from hotlint.linter.settings.model import NamedDeployment, Settings
from hotlint.operations.deployments import deployments

V = "heat_template_version: 2018-08-31\n"
FILES = {
    "web.yaml": V
    + "parameters: {size: {type: number}}\nresources: {c: {type: child.yaml, properties: {size: {get_param: size}}}}\n",
    "child.yaml": V + "parameters: {size: {type: number}}\n",
    "alone.yaml": V + "resources: {a: {type: 'Acme::Web'}}\n",
    "web.env": "parameters: {size: 1}\n",
    "site.env": "parameters: {size: 2}\n",
    "types.env": "resource_registry: {'Acme::Web': child.yaml}\n",
    "notes.txt": "text\n",
}
CONFIG = "deployments: [{name: one, template: web.yaml, environments: [site.env], values: {more: 3}}]\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(paths: Iterable[str]) -> list[str]:
    return sorted(os.path.relpath(path) for path in paths)


def absolute(*given: str) -> list[str]:
    return [os.path.abspath(name) for name in given]


def test_the_tree_of_a_file(folder: Path) -> None:
    (path, outside) = absolute("web.yaml", "../web.yaml")
    found = Engine().trees.tree(path)
    assert found is not None and found.folder == str(folder)
    own = Engine(folders=["."])
    assert own.trees.tree("web.yaml") is own.trees.tree(path) is not None or own.trees.tree(path) is not None
    assert own.trees.folders == (str(folder),)
    assert Engine(Settings(environments=("web.env",))).trees.tree(path) is None
    assert Engine(alternatives=["web.env"]).trees.tree(path) is None
    assert Engine(Settings(environments=("web.env",)), folders=[str(folder)]).trees.tree(path) is not None
    assert Engine(Settings(discovery=False)).trees.tree(path) is None
    assert Engine(confined_to=str(folder)).trees.tree(path) is not None
    assert Engine(confined_to=str(folder)).trees.tree(outside) is None
    beside = Engine(folders=[str(folder / "we")]).trees.tree(path)
    assert beside is not None and beside.folder == str(folder)
    engine = Engine(folders=[str(folder)])
    engine.trees.is_ready = False
    assert engine.trees.tree(path) is None and engine.trees.files_of(str(folder)) == []


def test_the_files_of_a_tree(folder: Path) -> None:
    found = Engine(folders=[str(folder)]).trees.files_of(str(folder))
    assert names(found) == ["alone.yaml", "child.yaml", "site.env", "types.env", "web.env", "web.yaml"]


def test_a_folder_with_known_deployments(folder: Path) -> None:
    (path,) = absolute("web.yaml")
    assert Engine().trees.deploying(path) is None
    given = Engine(Settings(environments=("web.env",)), folders=[str(folder)]).trees.deploying(path)
    assert given is not None and given.folder == str(folder)
    engine = Engine(folders=[str(folder)])
    assert engine.trees.deploying(path) is None
    engine.trees.select(path, tuple(absolute("site.env")))
    chosen = engine.trees.deploying(path)
    assert chosen is not None and chosen.folder == str(folder)
    (folder / ".hotlint.yaml").write_text("{}\n")
    assert Engine().trees.deploying(path) is None
    (folder / ".hotlint.yaml").write_text("ignore: []\n")
    configured = Engine().trees.deploying(path)
    assert configured is not None and configured.folder == str(folder)
    assert Engine(config=".hotlint.yaml").trees.deploying(path) is None
    assert Engine(use_config=False).trees.deploying(path) is None


@pytest.mark.parametrize(
    ("config", "folders", "expected"),
    [
        (None, False, (False, True)), (None, True, (False, False)), ("ignore: []\n", False, (False, True)),
        (CONFIG, False, (True, True)), (CONFIG, True, (True, False)), ("environments: [web.env]\n", True, (True, False)),
    ],
)  # fmt: skip
def test_the_folders_that_a_result_depends_on(
    folder: Path, config: str | None, folders: bool, expected: tuple[bool, bool]
) -> None:
    if config is not None:
        (folder / ".hotlint.yaml").write_text(config)
    engine = Engine(folders=[str(folder)] if folders else [])
    assert engine.trees.depends_on(str(folder / "web.yaml")) == tuple(str(folder) if one else None for one in expected)


def test_a_digest_changes_with_what_is_known_about_a_file(folder: Path) -> None:
    def digests() -> list[str]:
        trees = Engine(folders=[str(folder)]).trees
        return [
            trees.digest(name) for name in absolute("web.yaml", "child.yaml", "alone.yaml", "site.env", "notes.txt")
        ]

    first = digests()
    assert first == digests() and first[4] == "" and len({len(one) for one in first[:4]}) == 1

    def changed() -> list[int]:
        return [n for n, (old, new) in enumerate(zip(first, digests(), strict=True)) if old != new]

    (folder / "types.env").unlink()
    assert 2 in changed() and 0 not in changed()
    (folder / "types.env").write_text(FILES["types.env"])
    (folder / "other.yaml").write_text(V + "resources: {c: {type: alone.yaml}}\n")
    assert changed() == [2]
    (folder / "other.yaml").unlink()
    (folder / "site.yaml").write_text(FILES["alone.yaml"])
    assert changed() == [3]
    (folder / "site.yaml").unlink()
    assert changed() == []


def test_a_result_is_current_until_something_changes_that_it_depends_on(folder: Path) -> None:
    engine = Engine(folders=[str(folder)])
    path, child, site = absolute("web.yaml", "child.yaml", "site.env")
    assert engine.trees.is_current(path) is False
    engine.trees.depend(path, [child])
    assert engine.trees.is_current(path) is True and engine.trees.is_current(child) is False
    changes: list[Callable[[], None]] = [
        lambda: engine.changed(child), engine.trees.renewed, lambda: engine.trees.select(path, (site,)),
    ]  # fmt: skip
    (folder / "child.yaml").write_text(FILES["child.yaml"] + "# more\n")
    for change in changes:
        change()
        assert engine.trees.is_current(path) is False
        engine.trees.depend(path, [child])
        assert engine.trees.is_current(path) is True


@pytest.mark.parametrize(
    ("config", "environment", "expected"),
    [
        (None, "web.env", ["child.yaml", "web.yaml"]), (None, "site.env", []), (None, "types.env", []),
        (CONFIG, "site.env", ["child.yaml", "web.yaml"]), (CONFIG, "web.env", ["child.yaml", "web.yaml"]),
        ("environments: [site.env]\n", "site.env", ["alone.yaml", "child.yaml", "web.yaml"]),
        ("templates: {alone.yaml: {environments: [web.env]}}\n", "web.env", ["alone.yaml"]),
    ],
)  # fmt: skip
def test_the_templates_that_use_an_environment(
    folder: Path, config: str | None, environment: str, expected: list[str]
) -> None:
    if config is not None:
        (folder / ".hotlint.yaml").write_text(config)
    (path,) = absolute(environment)
    users = Engine(folders=[str(folder)]).trees.users(path)
    assert users == ({path: tuple(absolute(*expected))} if expected else {})
    assert Engine(folders=[str(folder)]).trees.users(environment) == users


def test_an_environment_is_for_all_templates_that_use_its_types_at_any_depth(tmp_path: Path) -> None:
    head = "heat_template_version: 2018-08-31\n"
    names = {
        "web.yaml": "Acme::Web",
        "other.yaml": "Acme::Web",
        "outer.yaml": "Acme::Disk",
        "alone.yaml": "OS::Heat::None",
    }
    for name, kind in names.items():
        (tmp_path / name).write_text(f"{head}resources: {{one: {{type: '{kind}'}}}}\n")
    (tmp_path / "disk.yaml").write_text(head)
    environment = tmp_path / "web.env"
    environment.write_text("resource_registry: {'Acme::Web': outer.yaml, 'Acme::Disk': disk.yaml}\n")
    (found,) = Engine(folders=[str(tmp_path)]).trees.users(str(environment)).values()
    assert [Path(path).name for path in found] == ["disk.yaml", "other.yaml", "outer.yaml", "web.yaml"]


def test_selected_environments_are_used(folder: Path) -> None:
    engine = Engine(folders=[str(folder)])
    path, site, gone = absolute("web.yaml", "site.env", "gone.env")
    engine.trees.select(path, (gone, site))
    (environment,) = engine.trees.environments_of(path)
    assert environment.files == (site,)
    assert engine.trees.users(site) == {site: tuple(absolute("child.yaml", "web.yaml"))}
    engine.trees.select(absolute("alone.yaml")[0], ())
    assert dict(engine.trees.selected) == {path: (gone, site), absolute("alone.yaml")[0]: ()}


def test_the_environments_of_deployments(folder: Path) -> None:
    (path,) = absolute("web.yaml")
    second = "- {name: two, template: web.yaml, environments: [web.env]}\n"
    (folder / ".hotlint.yaml").write_text("deployments:\n- " + CONFIG[14:-2] + "\n" + second)
    found = Engine().trees.environments_of(path)
    assert [names(environment.files) for environment in found] == [["site.env"], ["web.env"]]
    values = [{name: given.value for name, given in environment.parameters.items()} for environment in found]
    assert values == [{"size": 2, "more": 3}, {"size": 1}]
    (folder / "site.env").write_text("parameters: [\n")
    (folder / "web.env").write_bytes(b"\xff")
    (unreadable,) = Engine().trees.environments_of(path)
    assert (unreadable.files, dict(unreadable.parameters)) == ((), {})
    alternatives = Engine(
        Settings(environments=("site.env",)), alternatives=["types.env", "site.env"], use_config=False
    )
    assert [names(e.files) for e in alternatives.trees.environments_of(path)] == [
        ["site.env", "types.env"],
        ["site.env", "site.env"],
    ]


def test_the_inputs_of_a_template(folder: Path) -> None:
    engine = Engine(folders=[str(folder)])
    tree = engine.trees.tree(str(folder / "web.yaml"))
    assert tree is not None
    web, child, alone, env, types = absolute("web.yaml", "child.yaml", "alone.yaml", "web.env", "types.env")
    one, two = NamedDeployment("one", web, ("a.env",), (("size", 3),), "train"), NamedDeployment("two", web)
    settings = Settings(environments=("s.env",), deployments=(one, two))

    def inputs(template: str, given: Settings) -> DeploymentInputs:
        return deployment_inputs(template, given, tree.finder)

    assert inputs("web.yaml", settings) == DeploymentInputs(("s.env", "a.env"), {"size": 3}, "train", "one")
    assert inputs(child, settings) == DeploymentInputs(("s.env",))
    assert inputs(web, Settings()) == DeploymentInputs((env,), discovered="which is named like it")
    assert inputs(alone, Settings()) == DeploymentInputs((types,), discovered="which maps its types")
    assert inputs(child, Settings()) == inputs(web, Settings(discovery=False)) == DeploymentInputs(())
    assert DeploymentInputs(()) == DeploymentInputs((), {}, None, "", "")
    assert discovered(web, Settings(), tree.finder) == [Fit((env,), "name")]
    for silent in (Settings(environments=("s.env",)), Settings(discovery=False), Settings(deployments=(two,))):
        assert discovered(web, silent, tree.finder) == []
    (folder / "types.env").write_text("parameters: {gone: 1}\n" + FILES["types.env"])
    again = Engine(folders=[str(folder)]).trees.tree(web)
    assert again is not None
    assert deployment_inputs(alone, Settings(), again.finder) == DeploymentInputs(())


@pytest.mark.parametrize(("name", "found"), [("types.yaml", ["types.yaml"]), ("types.j2.yaml", [])])
def test_a_jinja_source_far_away_maps_no_types(folder: Path, name: str, found: list[str]) -> None:
    (folder / "types.env").unlink()
    (folder / "below").mkdir()
    (folder / "below" / "part.yaml").write_text(FILES["alone.yaml"])
    (folder / name).write_text(FILES["types.env"])
    tree = Engine(folders=[str(folder)]).trees.tree(str(folder / "below" / "part.yaml"))
    assert tree is not None
    (part,) = absolute("below/part.yaml")
    assert names(deployment_inputs(part, Settings(), tree.finder).environments) == found


def test_the_deployments_a_folder_below_one_that_is_no_project(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(folder.parent))
    (folder / "below").mkdir()
    (folder / "below" / "part.yaml").write_text(V)
    found = deployments(str(folder))
    assert (found.named, found.configuration) == ([], None)
    assert {os.path.relpath(one.root): names(e.path for e in one.environments) for one in found.found} == {
        "alone.yaml": ["types.env"], "below/part.yaml": [], "web.yaml": ["site.env", "web.env"],
    }  # fmt: skip
    assert [os.path.relpath(one.root) for one in deployments("below").found] == ["below/part.yaml"]


def test_the_deployments_that_a_configuration_names(folder: Path) -> None:
    (folder / ".hotlint.yaml").write_text(CONFIG)
    found = deployments(str(folder))
    assert [(one.name, os.path.relpath(one.template)) for one in found.named] == [("one", "web.yaml")]
    assert found.configuration is not None and os.path.abspath(found.configuration.path) == absolute(".hotlint.yaml")[0]
    assert [one.name for one in deployments(".").named] == ["one"]
