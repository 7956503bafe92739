"""Configurations as they are found and read: the files that count, what they extend, and what may not be read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hotlint.common.boundary import UnpackedTree
from hotlint.linter.settings.config import Config, read_config
from hotlint.linter.settings.finder import Finder
from hotlint.linter.settings.model import Settings
from hotlint.linter.settings.selectors import KnownRules

OUTSIDE = "it is outside of the folder, which is not trusted"


def write(folder: Path, **texts: str) -> None:
    """Write configurations: NAME.yaml, and .hotlint.yaml as `own`."""
    for name, text in texts.items():
        (folder / (".hotlint.yaml" if name == "own" else f"{name}.yaml")).write_text(text)


def messages(config: Config) -> list[str]:
    """Return the messages about a configuration and those that it extends."""
    return [problem.message for file in config.all_files() for problem in file.problems]


def test_the_files_that_a_configuration_depends_on(folder: Path) -> None:
    write(folder, own="extends: [base.yaml, gone.yaml]\nenvironments: [e.env]\npolicies: [p.yaml]\n")
    write(folder, base="ignore: [HOT8]\n", p="policies: []\n")
    config = read_config(".hotlint.yaml", None)
    path = {name: str(folder / name) for name in (".hotlint.yaml", "base.yaml", "p.yaml", "e.env", "gone.yaml", "x")}
    assert config.read == {path[".hotlint.yaml"], path["p.yaml"]}
    looked_for = {name: is_there for name, is_there in config.looked_for.items() if Path(name).name != "p.yaml"}
    assert looked_for == {path["base.yaml"]: True, path["gone.yaml"]: False, path["e.env"]: False}
    stale = [".hotlint.yaml", "p.yaml"]
    assert [name for name in path if config.is_stale(path[name])] == stale
    (folder / "gone.yaml").touch()
    (folder / "base.yaml").unlink()
    assert [name for name in path if config.is_stale(path[name])] == [
        ".hotlint.yaml",
        "base.yaml",
        "p.yaml",
        "gone.yaml",
    ]


def test_the_order_of_what_a_configuration_extends(folder: Path) -> None:
    write(folder, own="ignore: [D]\nextends: [b.yaml, c.yaml]\nexclude: [own]\n", b="extends: [a.yaml]\nignore: [B]\n")
    write(
        folder,
        a="ignore: [A]\nexclude: [x, y]\n",
        c="ignore: [C]\nextends: a.yaml\ntemplates: {'*.env': {ignore: [E]}}\n",
    )
    config = read_config(".hotlint.yaml", None)
    names = ["b.yaml", "a.yaml", "c.yaml", ".hotlint.yaml"]
    assert [os.path.basename(file.path) for file in config.lineage] == names
    assert [[os.path.basename(f.path) for f in base.lineage] for base in config.bases] == [
        ["a.yaml", "b.yaml"],
        ["a.yaml", "c.yaml"],
    ]
    assert [(s.key, s.file) for s in config.settings if s.key != "extends"] == [
        ("ignore", "b.yaml"),
        ("ignore", "a.yaml"),
        ("exclude", "a.yaml"),
        ("ignore", "c.yaml"),
        ("ignore", "c.yaml"),
        ("ignore", None),
        ("exclude", None),
    ]
    assert [s.key for s in config.own] == ["ignore", "extends", "exclude"]
    assert config.exclude == ("x", "y", "own")
    assert config.for_file("t.yaml") == Settings(ignore=("B", "A", "C", "D"), files=tuple(reversed(names)))
    assert config.for_file("sub/t.env").ignore == ("B", "A", "C", "D", "E")
    assert config.for_file("../t.env").ignore == ("B", "A", "C", "D")


def test_what_is_excluded_is_in_the_folder_of_the_configuration(folder: Path) -> None:
    (folder / "sub").mkdir()
    write(folder / "sub", own="exclude: ['*.env', /deep/]\n")
    config = read_config("sub/.hotlint.yaml", None)
    assert config.folder == str(folder / "sub")
    paths = ["sub/a.env", "sub/a.yaml", "a.env", "sub/deep/a.yaml", "deep/a.yaml", "sub", "subs/a.env"]
    assert [path for path in paths if config.excludes(path)] == ["sub/a.env", "sub/deep/a.yaml"]
    assert [config.relative(path) for path in ("sub/..a", "sub", "..", "a", "sub/deep/../x")] == [
        "..a",
        ".",
        None,
        None,
        "x",
    ]
    assert not read_config(str(folder / "a.yaml"), None).excludes("sub/a.env")
    above = read_config("sub/.hotlint.yaml", None, base=".")
    assert (above.folder, above.excludes("a.env"), above.excludes("sub/deep/a.yaml")) == (str(folder), True, False)


def test_a_configuration_that_extends_itself_through_others(folder: Path) -> None:
    write(
        folder,
        own="extends: [a.yaml, a.yaml]\n",
        a="extends: [b.yaml]\nignore: [A]\n",
        b="extends: [a.yaml, ./.hotlint.yaml]\n",
    )
    config = read_config(".hotlint.yaml", None)
    assert messages(config) == [
        "configuration 'a.yaml' extends itself, directly or through others",
        "configuration '.hotlint.yaml' extends itself, directly or through others",
    ]
    assert config.for_file("t").ignore == ("A",)
    assert len(config.bases) == 2 and config.bases[0] is config.bases[1]


def test_configurations_that_cannot_be_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "bad.yaml").write_bytes(b"\xff")
    write(folder, own="extends: [bad.yaml]\nignore: [HOT8]\n")
    config = read_config(".hotlint.yaml", None)
    reason = "it is not UTF-8 text (line 1)"
    assert messages(config) == [f"configuration 'bad.yaml' cannot be read: {reason}"]
    assert config.for_file("t").ignore == ("HOT8",)
    assert messages(read_config("bad.yaml", None, base=".")) == [f"configuration 'bad.yaml' cannot be read: {reason}"]
    with pytest.raises(FileNotFoundError):
        read_config("gone.yaml", None)
    for error in (PermissionError(13, "no way"), FileNotFoundError(2, "it has gone")):

        def refuse(path: str, _top: str | None, error: OSError = error) -> str:
            if path.endswith("bad.yaml"):
                raise error
            return Path(path).read_text()

        monkeypatch.setattr("hotlint.linter.settings.config.text_within", refuse)
        assert messages(read_config(".hotlint.yaml", None)) == [
            f"configuration 'bad.yaml' cannot be read: {error.strerror}"
        ]
        with pytest.raises(type(error)):
            read_config("bad.yaml", None, base=".")
    monkeypatch.setattr(
        "hotlint.linter.settings.config.text_within", lambda *_: refuse("bad.yaml", None, PermissionError(13, "no way"))
    )
    assert messages(read_config("own.yaml", None)) == ["configuration 'own.yaml' cannot be read: no way"]


def test_problems_are_in_the_order_of_the_text(folder: Path) -> None:
    policies = "policies: [{code: POL1, resources: '*', assert: 'true', message: m}]\n"
    text = f"ignore: [POL1, ABC]\nnonsense: 1\n{policies}select: [HOT3, POL]\nextends: [.hotlint.yaml]\nfail_on: 1\n"
    write(folder, own=text)
    config = read_config(".hotlint.yaml", KnownRules(("HOT301",)))
    assert [(p.message, text[p.span.start : p.span.end]) for p in config.problems] == [
        ("no rule has the code or name 'ABC'", "ABC"),
        ("unknown setting 'nonsense'", "nonsense"),
        ("'fail_on' takes error, warning, info or never", "1"),
        ("configuration '.hotlint.yaml' extends itself, directly or through others", "[.hotlint.yaml]"),
    ]


def test_a_finder_remembers_configurations(folder: Path) -> None:
    (folder / "sub").mkdir()
    write(folder, own="extends: [base.yaml]\nignore: [A]\ncloud_snapshot: new.yaml\n", base="budget: 3\n")
    write(folder / "sub", own="extends: [../base.yaml]\nignore: [B]\n")
    called: list[None] = []

    def known() -> KnownRules:
        called.append(None)
        return KnownRules(("A", "C"))

    finder = Finder(known=known)
    assert [*finder.opened()] == [] and called == []
    assert (finder.settings("a.yaml").ignore, finder.settings("sub/a.yaml").ignore) == (("A",), ("B",))
    assert finder.config("b.yaml") is finder.config("a.yaml")
    assert len(called) == 2
    assert [config.path for config in finder.opened()] == [".hotlint.yaml", "base.yaml", "sub/.hotlint.yaml"]
    assert [p.message for c in finder.opened() for p in c.problems] == [
        "file 'new.yaml' does not exist (paths are relative to the configuration's folder)",
        "no rule has the code or name 'B'",
    ]
    assert not finder.is_stale(str(folder / "new.yaml"))
    (folder / "new.yaml").touch()
    assert finder.is_stale(str(folder / "new.yaml"))
    names = ["base.yaml", "sub/.hotlint.yaml", "x/.hotlint.yml", "hotlint.yaml", "other.yaml", ".hotlint.yamlx"]
    assert [n for n in names if finder.is_stale(str(folder / n))] == names[:4]


def test_a_finder_of_none_or_of_one_configuration(folder: Path) -> None:
    (folder / "sub").mkdir()
    write(folder, own="ignore: [A]\n", other="ignore: [B]\nexclude: [sub/]\n")
    write(folder / "sub", own="ignore: [C]\nexclude: ['*.env']\n")
    assert Finder(enabled=False).config("a.yaml") is None
    assert Finder("other.yaml", enabled=False).settings("a.yaml") == Settings()
    explicit = Finder("sub/.hotlint.yaml").config("a.yaml")
    assert explicit is not None
    assert (explicit.folder, explicit.path, explicit.excludes("a.env")) == (str(folder), "sub/.hotlint.yaml", True)
    assert Finder("other.yaml").settings("sub/a.yaml").ignore == ("B",)
    with pytest.raises(FileNotFoundError):
        Finder("gone.yaml").config("a.yaml")


def test_misnamed_configurations_are_collected_on_the_way(folder: Path) -> None:
    (folder / "sub" / "deep").mkdir(parents=True)
    for name in (".hotlint.yml", "sub/hotlint.yaml", "sub/.hotlint.yml", "sub/deep/hotlint.yml", "hotlint.yaml"):
        (folder / name).touch()
    finder = Finder(top=str(folder / "sub"))
    finder.config("sub/deep/a.yaml")
    assert [*finder.misnamed] == ["sub/.hotlint.yml", "sub/hotlint.yaml"]
    finder.config("a.yaml")
    assert [*finder.misnamed] == ["sub/.hotlint.yml", "sub/hotlint.yaml", ".hotlint.yml", "hotlint.yaml"]
    beside = Finder()
    beside.config(str(folder / "sub" / "a.yaml"))
    os.chdir(folder / "sub" / "deep")
    assert [*beside.misnamed][:2] == [str(folder / "sub" / ".hotlint.yml"), str(folder / "sub" / "hotlint.yaml")]


def test_a_folder_that_is_not_trusted(folder: Path) -> None:
    (folder / "in").mkdir()
    write(folder, own="ignore: [A]\n", base="ignore: [B]\n")
    write(
        folder / "in",
        own="extends: [../base.yaml, own.yaml]\nplugin_dirs: ['..']\ncloud_snapshot: ../base.yaml\n",
        base="",
        link="",
    )
    (folder / "in" / "own.yaml").write_text("extends: [link.yaml]\nignore: [C]\n")
    (folder / "in" / "link.yaml").unlink()
    (folder / "in" / "link.yaml").symlink_to(folder / "base.yaml")
    config = Finder(top=str(folder / "in"), known=lambda: KnownRules(("C",))).config("in/t.yaml")
    assert config is not None
    assert messages(config) == [
        f"'../base.yaml' cannot be used: {OUTSIDE}",
        f"folder '..' cannot be used: {OUTSIDE}",
        f"file '../base.yaml' cannot be used: {OUTSIDE}",
        f"'link.yaml' cannot be used: {OUTSIDE}",
    ]
    assert config.for_file("in/t.yaml") == Settings(ignore=("C",), files=("in/.hotlint.yaml", "in/own.yaml"))
    assert messages(read_config("base.yaml", None, confined_to=str(folder / "in"))) == [
        f"configuration 'base.yaml' cannot be read: {OUTSIDE}"
    ]
    assert Finder(top=str(folder / "sub")).config("sub/t.yaml") is None


def test_policies_outside_of_a_folder_that_is_not_trusted(folder: Path) -> None:
    (folder / "in").mkdir()
    write(folder, p="policies: [{code: POL1, resources: '*', assert: 'true', message: m}]\n")
    write(folder / "in", own="policies: [../p.yaml, q.yaml, 'hotlint:example']\n", q="extends: [../p.yaml]\n")
    config = read_config("in/.hotlint.yaml", None, confined_to=str(folder / "in"))
    assert messages(config) == [
        f"file '../p.yaml' cannot be used: {OUTSIDE}",
        f"q.yaml:1: file '../p.yaml' cannot be used: {OUTSIDE}",
    ]
    codes = [policy.code for policy in config.settings[0].value]
    assert codes and "POL1" not in codes
    (trusted,) = read_config("in/.hotlint.yaml", None).settings
    assert [policy.code for policy in trusted.value][:1] == ["POL1"]


def test_an_unpacked_tree_has_nothing_around_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "in").mkdir()
    (folder / "lib" / "shared_settings").mkdir(parents=True)
    monkeypatch.syspath_prepend(str(folder / "lib"))
    write(folder, base="ignore: [A]\n")
    write(folder / "lib" / "shared_settings", own="ignore: [B]\nextends: [../../base.yaml]\n")
    write(folder / "in", own="extends: [../base.yaml, shared_settings]\n")
    config = read_config("in/.hotlint.yaml", None, confined_to=UnpackedTree(folder / "in"))
    assert messages(config) == [
        "'../base.yaml' is neither a file nor an installed package with a .hotlint.yaml"
        " (paths are relative to the configuration's folder)"
    ]
    assert config.for_file("in/t").ignore == ("A", "B")
    with pytest.raises(FileNotFoundError):
        read_config("base.yaml", None, base=".", confined_to=UnpackedTree(folder / "in"))
