"""The contexts that a file is checked in: with which environments and values, in which world, and below which parents."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from hotlint.analysis.composition.template_context import DeploymentContext
from hotlint.analysis.environments.file import Environment
from hotlint.analysis.files.project import OpenWorld
from hotlint.common.files import ReadError
from hotlint.linter.checking.engine import Engine
from hotlint.linter.checking.projects import Projects
from hotlint.linter.settings.model import Settings

V = "heat_template_version: 2018-08-31\n"
FILES = {
    "web.yaml": V
    + "parameters: {size: {type: number}}\nresources: {c: {type: child.yaml, properties: {size: {get_param: size}}}}\n",
    "child.yaml": V + "parameters: {size: {type: number, default: 5}}\nresources: {l: {type: leaf.yaml}}\n",
    "leaf.yaml": V,
    "types.yaml": V + "parameters: {size: {type: number}}\nresources: {a: {type: 'Acme::Web'}}\n",
    "lone.yaml": V + "parameters: {size: {type: number}}\n",
    "web.env": "parameters: {size: 1}\n",
    "site.env": "parameters: {size: 2}\n",
    "north.reg": "parameters: {size: 3}\nresource_registry: {'Acme::Web': mapped.yaml}\n",
    "south.reg": "resource_registry: {'Acme::Web': mapped.yaml}\n",
    "mapped.yaml": V,
}
DEPLOYMENTS = """\
deployments:
- {name: one, template: web.yaml, environments: [site.env], target: train}
- {name: two, template: web.yaml, values: {size: 7}}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name.replace(".reg", ".env")).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def described(found: list[DeploymentContext]) -> list[str]:
    """Return what is known in each context, in words."""
    lines = []
    for context, where, is_alternative in found:
        inputs, world = context.evaluation.inputs, context.project.open_world
        values = {name: given.value for name, given in {**inputs.defaults, **inputs.parameters}.items()}
        is_of_world = world is not None and world._replace(folder="") != OpenWorld()
        facts = {
            where: where, "alternative": is_alternative, "complete": inputs.complete, "supplied": inputs.supplied,
            "root": inputs.root, "offline": context.offline, f"for {context.catalog.target}": context.catalog.target,
            "nested": context.parent is not None, "in a tree": is_of_world, "alone in a tree": world is not None and not is_of_world,
            "used": context.project.users,
        }  # fmt: skip
        files = " ".join(map(os.path.basename, context.environment.files)) or "no environment"
        lines.append(", ".join([f"{files} {values or ''}".rstrip(), *(name for name, is_so in facts.items() if is_so)]))
    return lines


def contexts(
    folder: Path,
    name: str,
    config: str | None = None,
    changes: Settings = Settings(),  # noqa: B008
    *,
    offline: bool = False,
    **more: Any,
) -> list[str]:
    if config is not None:
        (folder / ".hotlint.yaml").write_text(config)
    engine = Engine(changes, folders=[str(folder)], **more)
    return described(engine.contexts(str(folder / name), offline=offline))


def test_files_of_a_folder(folder: Path) -> None:
    names = ("web.yaml", "child.yaml", "leaf.yaml", "types.yaml", "lone.yaml", "web.env", "site.env")
    assert {name: contexts(folder, name) for name in names} == {
        "web.yaml": ["web.env {'size': 1}, alternative, alone in a tree"],
        "child.yaml": ["no environment, supplied, in a tree"],
        "leaf.yaml": ["no environment, supplied, in a tree"],
        "types.yaml": ["north.env, alternative, in a tree", "south.env, alternative, in a tree"],
        "lone.yaml": ["no environment, alone in a tree"],
        "web.env": ["web.env, complete, root, in a tree, used"],
        "site.env": ["site.env, complete, root, in a tree"],
    }


def test_files_of_a_folder_as_in_a_preview(folder: Path) -> None:
    names = ("web.yaml", "child.yaml", "types.yaml", "lone.yaml")
    assert {name: contexts(folder, name, offline=True) for name in names} == {
        "web.yaml": ["web.env {'size': 1}, alternative, offline"],
        "child.yaml": ["no environment, offline"],
        "types.yaml": ["north.env, alternative, offline", "south.env, alternative, offline"],
        "lone.yaml": ["no environment, offline"],
    }


def test_deployments_of_a_configuration(folder: Path) -> None:
    names = ("web.yaml", "child.yaml", "leaf.yaml", "types.yaml", "lone.yaml", "site.env")
    assert {name: contexts(folder, name, DEPLOYMENTS) for name in names} == {
        "web.yaml": [
            "site.env {'size': 2}, deployment 'one', complete, root, for 13.1.0, alone in a tree",
            "no environment {'size': 7}, deployment 'two', complete, root, alone in a tree",
        ],
        "child.yaml": [
            "site.env {'size': 2}, web.yaml: c, with site.env, complete, nested, alone in a tree",
            "no environment {'size': 7}, web.yaml: c, complete, nested, alone in a tree",
        ],
        "leaf.yaml": [
            "site.env, web.yaml: c > l, with site.env, complete, nested, alone in a tree",
            "no environment, web.yaml: c > l, complete, nested, alone in a tree",
        ],
        "types.yaml": ["north.env, alternative, in a tree", "south.env, alternative, in a tree"],
        "lone.yaml": ["no environment, alone in a tree"],
        "site.env": ["site.env, complete, root, in a tree, used"],
    }


@pytest.mark.parametrize("offline", [False, True])
def test_deployments_have_all_values(folder: Path, offline: bool) -> None:
    shown = ", offline" if offline else ""
    world = "" if offline else ", alone in a tree"
    assert contexts(folder, "web.yaml", DEPLOYMENTS, offline=offline) == [
        f"site.env {{'size': 2}}, deployment 'one', complete, root{shown}, for 13.1.0{world}",
        f"no environment {{'size': 7}}, deployment 'two', complete, root{shown}{world}",
    ]


def test_environments_and_values_of_the_run(folder: Path) -> None:
    configured, site = "environments: [site.env]\n", Settings(environments=("site.env",))
    both = ["web.env", "site.env"]
    assert contexts(folder, "lone.yaml", None, site) == ["site.env {'size': 2}, complete, root, alone in a tree"]
    assert contexts(folder, "child.yaml", configured) == [
        "site.env {'size': 2}, web.yaml: c, complete, nested, alone in a tree"
    ]
    assert contexts(folder, "types.yaml", configured) == ["site.env {'size': 2}, complete, root, alone in a tree"]
    assert contexts(folder, "site.env", configured) == ["site.env, complete, root, in a tree, used"]
    assert contexts(folder, "lone.yaml", "{}\n", complete=True) == ["no environment, complete, root, alone in a tree"]
    assert contexts(folder, "child.yaml", complete=True) == ["no environment, supplied, in a tree"]
    assert contexts(folder, "lone.yaml", parameters={"size": 9}) == ["no environment {'size': 9}, alone in a tree"]
    assert contexts(folder, "types.yaml", alternatives=["web.env"]) == [
        "web.env {'size': 1}, complete, root, alone in a tree"
    ]
    assert contexts(folder, "lone.yaml", alternatives=both) == [
        "web.env {'size': 1}, with web.env, complete, root, alone in a tree",
        "site.env {'size': 2}, with site.env, complete, root, alone in a tree",
    ]
    assert contexts(folder, "child.yaml", alternatives=both) == [
        "web.env {'size': 1}, web.yaml: c, with web.env, complete, nested, alone in a tree",
        "site.env {'size': 2}, web.yaml: c, with site.env, complete, nested, alone in a tree",
    ]


def test_a_template_that_several_roots_use(folder: Path) -> None:
    (folder / "second.yaml").write_text(V + "resources: {s: {type: leaf.yaml}, t: {type: leaf.yaml}}\n")
    assert contexts(folder, "leaf.yaml", DEPLOYMENTS) == [
        "no environment, second.yaml: s, complete, nested, alone in a tree",
        "no environment, second.yaml: t, complete, nested, alone in a tree",
        "site.env, web.yaml: c > l, with site.env, complete, nested, alone in a tree",
        "no environment, web.yaml: c > l, complete, nested, alone in a tree",
    ]


def test_environments_that_the_user_selects(folder: Path) -> None:
    (folder / "off.yaml").write_text(
        V + "resources: {c: {type: child.yaml, condition: never}}\nconditions: {never: false}\n"
    )
    found = {}
    selected = {"web.yaml": "site", "types.yaml": "north", "off.yaml": "south", "lone.yaml": "gone"}
    for parent, environment in selected.items():
        engine = Engine(folders=[str(folder)])
        engine.trees.select(str(folder / parent), (str(folder / f"{environment}.env"),))
        for name in ("leaf.yaml", "mapped.yaml", parent):
            found[f"{name} of {parent}"] = described(engine.contexts(str(folder / name)))
    assert found == {
        "leaf.yaml of web.yaml": ["site.env, c > l, complete, nested"],
        "mapped.yaml of web.yaml": ["no environment, supplied, in a tree"],
        "web.yaml of web.yaml": ["site.env {'size': 2}, complete, root"],
        "leaf.yaml of types.yaml": ["no environment, web.yaml: c > l, complete, nested, alone in a tree"],
        "mapped.yaml of types.yaml": ["north.env, a, complete, nested"],
        "types.yaml of types.yaml": ["north.env {'size': 3}, complete, root"],
        "leaf.yaml of off.yaml": ["south.env, supplied, in a tree"],
        "mapped.yaml of off.yaml": ["no environment, supplied, in a tree"],
        "off.yaml of off.yaml": ["south.env, complete, root"],
        "leaf.yaml of lone.yaml": ["no environment, web.yaml: c > l, complete, nested, alone in a tree"],
        "mapped.yaml of lone.yaml": ["no environment, supplied, in a tree"],
        "lone.yaml of lone.yaml": ["no environment"],
    }


def test_an_environment_that_cannot_be_read_is_none_that_fits(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Projects.environment

    def unreadable(self: Projects, settings: Settings, *values: Mapping[str, Any]) -> Environment:
        if settings.environments == (str(folder / "north.env"),):
            raise ReadError("it is gone")
        return real(self, settings, *values)

    monkeypatch.setattr(Projects, "environment", unreadable)
    assert contexts(folder, "types.yaml") == ["south.env, alternative, in a tree"]


def test_the_time_of_a_dry_run_is_that_of_the_settings(folder: Path) -> None:
    (folder / ".hotlint.yaml").write_text("budget: 1\n")
    engine, path = Engine(), str(folder / "lone.yaml")
    for offline, seconds in ((False, 1.0), (True, 2.0)):
        (found,) = engine.contexts(path, offline=offline)
        assert found.context.evaluation.meter.budget.seconds == seconds


def test_a_root_that_cannot_be_read_uses_nothing(folder: Path) -> None:
    engine = Engine(folders=[str(folder)])
    (folder / "bad.yaml").write_bytes(b"\xff")
    engine.trees.select(str(folder / "bad.yaml"), ())
    assert described(engine.contexts(str(folder / "lone.yaml"))) == ["no environment, alone in a tree"]
    with pytest.raises(ReadError):
        engine.contexts(str(folder / "bad.yaml"))
