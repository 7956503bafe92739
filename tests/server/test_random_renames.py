"""Renames on random trees of several deployments: without the edits to confirm, no other deployment changes its verdict.

A deployment is a template with the environments that Heat gets with it. The environments lie beside the template, in a folder
`env`, or above both. Where the author declines an edit, the files of that edit no longer fit; their deployments are left out.

hotlint judges. With Heat as the judge, and more and other trees:
`HOTLINT_RENAMES=2000 HOTLINT_SEED=1000 HOTLINT_HEAT=PYTHON_WITH_HEAT pytest THIS_FILE`.
"""

import asyncio
import json
import os
import random
import subprocess
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from hotlint_server.convert import uri_of
from hotlint_server.transport.client import EditorAbilities
from hotlint_server.workspace.editor_workspace import EditorWorkspace

import hotlint
from hotlint.ide import rename
from hotlint.syntax.edits import Edit, apply_edits

COUNT = int(os.environ.get("HOTLINT_RENAMES", "20"))
SEED = int(os.environ.get("HOTLINT_SEED", "0"))
HEAT = os.environ.get("HOTLINT_HEAT", "")
PARAMETERS = ("size", "zone", "color", "image", "count")
VERSION = "heat_template_version: 2018-08-31\n"


class Deployment(NamedTuple):
    """A template and the environments that are given with it, relative to the tree."""

    template: str
    environments: tuple[str, ...]


class Tree(NamedTuple):
    """The texts of a tree by path, and its deployments."""

    files: dict[str, str]
    deployments: list[Deployment]


def tree_of(chance: random.Random) -> Tree:
    """Return a tree of some deployments that share names of parameters, nested templates and environments."""
    files: dict[str, str] = {}
    deployments = []
    for folder in chance.sample(("a", "b", "c", "d/e", "d/f"), chance.randint(2, 4)):
        nested = chance.choice(("", "", "nested.yaml", "../shared.yaml" if "/" not in folder else "../../shared.yaml"))
        if nested:
            path = os.path.normpath(f"{folder}/{nested}")
            files.setdefault(path, _template(chance.sample(PARAMETERS, 2), "", []))
        inner = [n for n in PARAMETERS if f"  {n}:" in files.get(os.path.normpath(f"{folder}/{nested}"), "")]
        for name in chance.sample(("main", "web"), chance.randint(1, 2)):
            own = chance.sample(PARAMETERS, chance.randint(2, 4))
            files[f"{folder}/{name}.yaml"] = _template(own, nested, inner)
            places = (
                f"{folder}/{name}.env",
                f"{folder}/x.env",
                f"{folder}/env/{name}.yaml",
                f"{name}.env",
                "common.env",
            )
            given = chance.sample(places, chance.randint(1, 2))
            for place in given:
                files.setdefault(place, _environment(chance, own))
            deployments.append(Deployment(f"{folder}/{name}.yaml", tuple(given)))
    return Tree(files, [d for d in deployments if _is_accepted(files, d)])


def _is_accepted(files: dict[str, str], deployment: Deployment) -> bool:
    """Return whether the template has all names under `parameters` of its environments: Heat refuses others."""
    strict = [files[e] for e in deployment.environments if files[e].startswith("parameters:")]
    return all(_declared(text) <= _declared(files[deployment.template]) for text in strict)


def _declared(text: str) -> set[str]:
    top = text.split("\nresources:")[0].split("\noutputs:")[0]
    return {name for name in PARAMETERS if f"\n  {name}:" in top}


def _template(names: list[str], nested: str, inner: list[str]) -> str:
    declared = "".join(f"  {name}: {{type: string}}\n" for name in names)
    used = "".join(f"  {name}: {{value: {{get_param: {name}}}}}\n" for name in names)
    passed = ", ".join(f"{n}: {{get_param: {n}}}" if n in names else f"{n}: x" for n in inner)
    resources = f"resources:\n  child: {{type: {nested}, properties: {{{passed}}}}}\n" if nested else ""
    return f"{VERSION}parameters:\n{declared}{resources}outputs:\n{used}"


def _environment(chance: random.Random, names: list[str]) -> str:
    section = chance.choice(("parameters", "parameter_defaults"))
    return f"{section}:\n" + "".join(f"  {name}: {chance.choice('xyz')}\n" for name in names)


def verdicts(root: Path, tree: Tree) -> dict[Deployment, bool]:
    """Return whether each deployment can be created."""
    return {d: _is_valid(root, tree, d) for d in tree.deployments}


_judged: dict[tuple[object, ...], bool] = {}
"""The verdicts by deployment and texts of its files: most deployments are as they were before a rename."""


def _is_valid(root: Path, tree: Tree, deployment: Deployment) -> bool:
    texts = [(name, (root / name).read_text()) for name in sorted(files_of(tree, deployment))]
    key = (deployment, *texts)
    if key not in _judged:
        given = [root / environment for environment in deployment.environments]
        template = root / deployment.template
        accepts = _heat_accepts if HEAT else _hotlint_accepts
        _judged[key] = accepts(template, given)
    return _judged[key]


def _hotlint_accepts(template: Path, environments: list[Path]) -> bool:
    return not hotlint.check(template, environments=environments).fails()


def _heat_accepts(template: Path, environments: list[Path]) -> bool:
    """Return whether Heat would create a stack."""
    judge = _heat()
    assert judge.stdin is not None and judge.stdout is not None
    request = {"op": "create", "template": str(template), "env_paths": [str(path) for path in environments]}
    print(json.dumps(request), file=judge.stdin, flush=True)
    return bool(json.loads(judge.stdout.readline())["valid"])


@cache
def _heat() -> subprocess.Popen[str]:
    command = [HEAT, str(Path(__file__).parents[2] / "tools" / "heat_parity"), "judge", "serve"]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def renamed(root: Path, tree: Tree, chance: random.Random) -> set[str] | None:
    """Rename a random parameter without what is to confirm; return the files that were declined, None if it is refused."""
    for name, text in tree.files.items():
        (root / name).parent.mkdir(exist_ok=True, parents=True)
        (root / name).write_text(text)
    workspace = EditorWorkspace()
    workspace.initialize(EditorAbilities(versions_edits=True, annotates_edits=True), {}, [uri_of(str(root))])
    asyncio.run(workspace.names.read_below(str(root)))
    workspace.folders[0].look_through()
    workspace.folders[0].looked_through()
    file = root / chance.choice(sorted(tree.files))
    analysis = workspace.analysis(uri_of(str(file)))
    words = [name for name in PARAMETERS if f"  {name}:" in analysis.text]
    at = analysis.text.index(f"  {chance.choice(words)}:") + 2
    try:
        found = rename.plan(analysis, at, "renamed", workspace.tree(str(file)))
    except rename.RenameError:
        return None
    declined = {edit.path or str(file) for edits in found.doubtful.values() for edit in edits}
    by_path: dict[str, list[Edit]] = {}
    asked = [edit for edits in found.doubtful.values() for edit in edits]
    for edit in found.edits:
        if edit not in asked:
            by_path.setdefault(edit.path or str(file), []).append(edit)
    for path, edits in by_path.items():
        Path(path).write_text(apply_edits(Path(path).read_text(), edits))
    return {os.path.relpath(path, root) for path in declined}


def files_of(tree: Tree, deployment: Deployment) -> set[str]:
    """Return the files that a deployment reads."""
    folder = os.path.dirname(deployment.template)
    nested = [p for p in tree.files if os.path.relpath(p, folder) in tree.files[deployment.template]]
    return {deployment.template, *deployment.environments, *nested}


@pytest.mark.parametrize("seed", range(SEED, SEED + COUNT))
def test_no_deployment_changes_its_verdict(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    tree = tree_of(chance)
    for name, text in tree.files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text(text)
    before = verdicts(tmp_path, tree)
    declined = renamed(tmp_path, tree, chance)
    if declined is not None:
        judged = [d for d in tree.deployments if not files_of(tree, d) & declined]
        assert {d: _is_valid(tmp_path, tree, d) for d in judged} == {d: before[d] for d in judged}
