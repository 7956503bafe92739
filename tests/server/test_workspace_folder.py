"""Settings and environments of workspace folders."""

import asyncio
import os
from pathlib import Path

import pytest
from for_each import for_each
from hotlint_server.workspace.name_index import NameIndex
from hotlint_server.workspace.workspace_folder import WorkspaceFolder

import hotlint
from hotlint.dry_run.stack_preview import Preview
from hotlint.linter.checking.engine import Engine
from hotlint.operations.engines import HANDLERS
from hotlint.suites.snapshots import SnapshotFile


def test_folder_settings_and_environments(tmp_path: Path) -> None:

    (tmp_path / "env").mkdir()
    (tmp_path / "env" / "a.yaml").write_text("parameter_defaults: {x: 1}\n", encoding="utf-8")
    folder = WorkspaceFolder(str(tmp_path), {"environments": ["env/*.yaml"], "ignore": ["HOT8"]})
    path = os.path.join(tmp_path, "t.yaml")
    assert folder.environments(path) == (str(tmp_path / "env" / "a.yaml"),)
    folder.select(path, ())
    assert folder.environments(path) == ()
    assert folder.candidates(path) == [str(tmp_path / "env" / "a.yaml")]


def test_environments_of_the_settings_come_and_go(tmp_path: Path) -> None:
    environment, path = tmp_path / "a.env", tmp_path / "t.yaml"
    path.write_text("heat_template_version: 2018-08-31\nparameters: {x: {type: string}}\n", encoding="utf-8")
    folder = WorkspaceFolder(str(tmp_path), {"environments": ["*.env"]})
    for text, found in (("parameters: {x: 1, y: 2}\n", ["HOT217"]), (None, []), ("parameters: {x: 1}\n", [])):
        environment.write_text(text, encoding="utf-8") if text else environment.unlink()
        folder.changed(str(environment))
        assert folder.environments(str(path)) == ((str(environment),) if text else ())
        result = folder.engine.check_file(str(path))
        assert result is not None
        assert [d.code for d in result.diagnostics if d.severity == "error"] == found


def test_untrusted_workspace_has_no_plugin_folders(tmp_path: Path) -> None:

    (tmp_path / "plugins").mkdir()
    (tmp_path / ".hotlint.yaml").write_text("plugin_dirs: [plugins]\n", encoding="utf-8")
    path = os.path.join(tmp_path, "t.yaml")
    assert WorkspaceFolder(str(tmp_path), {"trusted": True}).engine.settings(path).plugin_dirs
    assert not WorkspaceFolder(str(tmp_path), {"trusted": False}).engine.settings(path).plugin_dirs


def test_nothing_outside_of_an_untrusted_folder_is_read(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "secret.yaml").write_text("heat_template_version: 2018-08-31\noutputs: {stolen: {value: hunter2}}\n")
    (tmp_path / ".hotlint.yaml").write_text("ignore: [HOT]\n")
    (inside / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    (inside / "own.txt").write_text("mine")
    (inside / "a.yaml").write_text(
        "heat_template_version: 2018-08-31\ndescription: d\nresources:\n"
        "  a: {type: ../secret.yaml}\n  b: {type: link.yaml}\n"
        f"  c: {{type: OS::Heat::Value, properties: {{value: {{get_file: {tmp_path}/secret.yaml}}}}}}\n"
        "  d: {type: OS::Heat::Value, properties: {value: {get_file: own.txt}}}\n"
        "outputs: {o: {value: {get_attr: [a, stolen]}}}\n"
    )
    for trusted in (True, False):
        folder = WorkspaceFolder(str(inside), {"trusted": trusted})
        context = folder.context(str(inside / "a.yaml"), offline=True)
        shown = str(Preview(context).to_dict())
        assert "mine" in shown
        assert ("hunter2" in shown) == trusted
        assert (folder.engine.finder.config(str(inside / "a.yaml")) is not None) == trusted
        for name in ("link.yaml", "../secret.yaml"):
            try:
                text = folder.text(str(inside / name))
            except PermissionError:
                text = ""
            assert ("hunter2" in text) == trusted


OUTSIDE = "is outside of the folder, which is not trusted"


def _configured(folder: Path, text: str) -> dict[bool, list[str]]:
    """Return the problems of a folder's configuration, by whether the folder is trusted."""
    inside = folder / "inside"
    inside.mkdir(exist_ok=True)
    (inside / ".hotlint.yaml").write_text(text)
    (inside / "a.yaml").write_text("heat_template_version: 2018-08-31\n")
    problems = {}
    for trusted in (True, False):
        finder = WorkspaceFolder(str(inside), {"trusted": trusted}).engine.finder
        finder.settings(str(inside / "a.yaml"))
        problems[trusted] = [problem.message for config in finder.opened() for problem in config.problems]
    return problems


@for_each(
    "text",
    [
        "extends: ../strange.yaml",
        "extends: [link.yaml]",
        "policies: ../strange.yaml",
        "policies: [link.yaml]",
        "policies: [own.yaml]",
        "environments: [../strange.yaml]",
        "deployments: [{name: d, template: ../strange.yaml}]",
        "jinja: {variable_files: [link.yaml]}",
        "jinja: {search_path: [..]}",
    ],
)
def test_no_configuration_leads_out_of_an_untrusted_folder(tmp_path: Path, text: str) -> None:
    (tmp_path / "strange.yaml").write_text("hunter2: 1\n")
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "link.yaml").symlink_to(tmp_path / "strange.yaml")
    (tmp_path / "inside" / "own.yaml").write_text("extends: [link.yaml]\n")
    problems = _configured(tmp_path, text)
    assert not any(OUTSIDE in message for message in problems[True])
    assert any(OUTSIDE in message for message in problems[False])
    assert not any("hunter2" in message for message in problems[False])


def test_a_configuration_that_is_a_link_out_of_an_untrusted_folder(tmp_path: Path) -> None:
    (tmp_path / "strange.yaml").write_text("hunter2: 1\n")
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / ".hotlint.yaml").symlink_to(tmp_path / "strange.yaml")
    finder = WorkspaceFolder(str(tmp_path / "inside"), {"trusted": False}).engine.finder
    finder.settings(str(tmp_path / "inside" / "a.yaml"))
    (problem,) = (problem.message for config in finder.opened() for problem in config.problems)
    assert OUTSIDE in problem


def test_packs_of_hotlint_serve_an_untrusted_folder(tmp_path: Path) -> None:
    problems = _configured(tmp_path, "policies: ['hotlint:example']\nenvironments: [a.yaml]\n")
    assert problems == {True: [], False: []}


def test_a_policy_file_that_is_open_extends_nothing_outside(tmp_path: Path) -> None:
    (tmp_path / "strange.yaml").write_text("hunter2: 1\n")
    path = tmp_path / "inside" / "policies.yaml"
    path.parent.mkdir()
    engine = Engine(confined_to=str(path.parent), handlers=HANDLERS)
    file_result = engine.check_file(str(path), "extends: [../strange.yaml, 'hotlint:example']\n")
    assert file_result is not None
    (found,) = file_result.diagnostics
    assert OUTSIDE in found.message


def test_jinja_includes_nothing_outside_of_an_untrusted_folder(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "strange.txt").write_text("hunter2")
    (inside / "link.txt").symlink_to(tmp_path / "strange.txt")
    (inside / ".hotlint.yaml").write_text("jinja: {}\n")
    source = inside / "a.yaml.j2"
    source.write_text("heat_template_version: 2018-08-31\ndescription: {% include 'link.txt' %}\n")
    for trusted in (True, False):
        engine = WorkspaceFolder(str(inside), {"trusted": trusted, "allowOutside": [str(tmp_path)]}).engine
        rendering = engine.rendering(str(source), source.read_text())
        assert (rendering is not None and "hunter2" in rendering.text) == trusted
    result = engine.check_file(str(source))
    assert result is not None
    assert [d.code for d in result.diagnostics if OUTSIDE in d.message] == ["HOT099"]


def test_snapshots_stay_in_an_untrusted_folder(tmp_path: Path) -> None:
    (tmp_path / "strange").mkdir()
    (tmp_path / "strange" / "a.hottest.yaml.snap").write_text("t: hunter2\n")
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "__snapshots__").symlink_to(tmp_path / "strange")
    suite = str(tmp_path / "inside" / "a.hottest.yaml")
    assert SnapshotFile(suite).get("t") == "hunter2"
    confined = SnapshotFile(suite, str(tmp_path / "inside"))
    assert confined.get("t") is None
    confined.put("t", "mine")
    with pytest.raises(PermissionError):
        confined.save(keep=True)


@pytest.mark.parametrize("trusted", [True, False])
def test_links_out_of_an_untrusted_folder_are_not_followed(tmp_path: Path, trusted: bool) -> None:
    """By the search for files, by checks, and by the index of names."""
    (tmp_path / "secret.yaml").write_text(
        "heat_template_version: 2018-08-31\nparameters:\n  hunter2:\n    typ: string\n"
    )
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "a.yaml").write_text("heat_template_version: 2018-08-31\n")
    link = tmp_path / "inside" / "link.yaml"
    link.symlink_to(tmp_path / "secret.yaml")
    folder = WorkspaceFolder(str(tmp_path / "inside"), {"trusted": trusted, "allowOutside": [".."]})
    assert (str(link) in set(folder.files())) is trusted
    result = folder.engine.check_file(str(link))
    assert result is not None
    assert ("hunter2" in str([d.message for d in result.diagnostics])) is trusted
    assert (result.document.text != "") is trusted
    index = NameIndex(lambda path: folder.confined_to)
    names = index.names(str(link))
    assert (names is not None and "hunter2" in names.parameters) is trusted


def test_a_trusted_folder_is_read_as_the_command_reads_it(tmp_path: Path) -> None:
    """Without `allowOutside`, what is outside of the repository is not read; other folders of the window are."""
    (tmp_path / "other").mkdir()
    inside = tmp_path / "inside"
    (inside / ".git").mkdir(parents=True)
    text = "heat_template_version: 2018-08-31\ndescription: d\nresources: {a: {type: ../other/a.yaml}}\n"
    (inside / "t.yaml").write_text(text)
    (tmp_path / "other" / "a.yaml").write_text("heat_template_version: 2018-08-31\nparameters: {p: {type: string}}\n")

    def codes(*window: str, **options: object) -> set[str]:
        folder = WorkspaceFolder(str(inside), {**options}, lambda: window)
        result = folder.engine.check_file(str(inside / "t.yaml"))
        assert result is not None
        return {d.code for d in result.diagnostics}

    assert codes() == {d.code for d in hotlint.check(inside / "t.yaml").diagnostics} == {"HOT604"}
    assert codes(str(tmp_path / "other")) == codes(allowOutside=["../other"]) == {"HOT504"}


def test_a_file_is_no_neighbor_of_itself(tmp_path: Path) -> None:
    for name in ("a", "b"):
        text = f"heat_template_version: 2018-08-31\nresources:\n  {name}:\n    depends_on: of_{name}\n"
        (tmp_path / f"{name}.yaml").write_text(text)
    index = NameIndex()
    asyncio.run(index.read_folder(str(tmp_path)))
    for own, other in ("ab", "ba", "ab"):
        near = index.neighbors(str(tmp_path / f"{own}.yaml"))
        assert list(near.resources) == [other]
        assert near.habits["depends", "in", other, "depends_on"] == {f"of_{other}": 1}


def test_the_types_of_the_saved_file_are_kept_apart(tmp_path: Path) -> None:
    """A person types the only use of a type anew: what was saved still has it."""
    text = "heat_template_version: 2018-08-31\nresources:\n  a: {type: Site::Only::Here}\n"
    for name in ("a", "b"):
        (tmp_path / f"{name}.yaml").write_text(text.replace("Here", name.upper()))
    index = NameIndex()
    asyncio.run(index.read_folder(str(tmp_path)))
    near = index.neighbors(str(tmp_path / "a.yaml"))
    assert (list(near.types), list(near.saved_types)) == (["Site::Only::B"], ["Site::Only::A"])
