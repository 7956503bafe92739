"""No command shows, reads or changes a file outside of the repository, however a template or a configuration names it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import hotlint
from hotlint.cli.main import main

SECRET = "AKIA-very-secret"
V = "heat_template_version: 2018-08-31\n"
VALUE = "resources: {{a: {{type: OS::Heat::Value, properties: {{value: {{get_file: {}}}}}}}}}\n"
Said = pytest.CaptureFixture[str]


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder beside a repository, which is the working folder, with a template and other files in it."""
    top, folder = tmp_path / "repository", tmp_path / "outside"
    for made in (top / ".git", top / "plugins", folder / "plugins"):
        made.mkdir(parents=True)
    monkeypatch.chdir(top)
    monkeypatch.setenv("SHOWN_TO_PROCESSES", SECRET)
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    (top / ".git" / "config").write_text(f"[http]\nextraheader = {SECRET}\n")
    (folder / "credentials").write_text(f"[default]\n{SECRET}: x\n")
    (folder / "n.yaml").write_text(V + f"parameters: {{p: {{type: {SECRET}}}}}\noutputs: {{o: {{value: {SECRET}}}}}\n")
    (folder / "p.yaml").write_text(f"policies: {{{SECRET}: x}}\n")
    (folder / "plugins" / "x.py").write_text(f"{SECRET} (\n")
    return folder


def said(capsys: Said, *words: str) -> str:
    """Return all that a command prints, whatever its exit code is."""
    main([*words, *(["--no-cache"] if words[0] == "check" else [])])
    return "".join(capsys.readouterr())


NAMES: list[Callable[[Path], str]] = [
    lambda outside: str(outside / "credentials"),
    lambda outside: f"file://{outside}/credentials",
    lambda outside: "../outside/credentials",
    lambda outside: "link",
    lambda outside: "folder/credentials",
    lambda outside: ".git/config",
    lambda outside: "plugins/../.git/config",
    lambda outside: "dotgit/config",
    lambda outside: "/proc/self/environ",
    lambda outside: "self/environ",
    lambda outside: "/proc/thread-self/root/proc/self/environ",
    lambda outside: f"/dev/fd/../../..{outside}/credentials",
    lambda outside: f"/proc/self/cwd/../{outside.name}/credentials",
    lambda outside: f"file://{outside}/%63redentials",
    lambda outside: "chain",
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("as_link", [False, True])
def test_get_file_shows_nothing(outside: Path, name: Callable[[Path], str], as_link: bool, capsys: Said) -> None:
    for link, target in (
        ("link", outside / "credentials"),
        ("folder", outside),
        ("dotgit", ".git"),
        ("self", "/proc/self"),
        ("chain", "plugins/next"),
        ("plugins/next", "../folder/credentials"),
    ):
        Path(link).symlink_to(target)
    named = name(outside)
    if as_link:
        Path("own.txt").symlink_to(named.removeprefix("file://"))
        named = "own.txt"
    Path("t.yaml").write_text(V + VALUE.format(named))
    Path("u.yaml").write_text(V)
    for words in (
        ["preview", "t.yaml"],
        ["check", "."],
        ["diff", "u.yaml", "t.yaml"],
        ["docs", "t.yaml"],
        ["graph", "t.yaml"],
    ):
        shown = said(capsys, *words)
        assert SECRET not in shown and "QUtJ" not in shown, (words, shown)
    report = hotlint.check("t.yaml")
    assert [d.code for d in report.diagnostics] == ["HOT604"]
    assert SECRET not in str(hotlint.preview("t.yaml").stack)


@pytest.mark.parametrize(
    "config",
    [
        "extends: {0}/credentials", "extends: [../outside/n.yaml]", "extends: link", "extends: .git/config", "extends: /proc/self/environ",
        "extends: chain", "extends: 'plugins/../linked/../credentials'", "policies: [{0}/p.yaml]",
        "environments: [{0}/n.yaml]", "plugin_dirs: [{0}/plugins]", "plugin_dirs: [linked]", "cloud: {0}/credentials",
        "deployments: [{{name: a, template: '{0}/n.yaml'}}]", "jinja: {{variable_files: ['{0}/n.yaml'], search_path: ['{0}']}}",
    ],
)  # fmt: skip
def test_a_configuration_leads_nowhere_else(outside: Path, config: str, capsys: Said) -> None:
    Path("link").symlink_to(outside / "credentials")
    Path("linked").symlink_to(outside / "plugins")
    Path("chain").symlink_to("linked/../credentials")
    Path("t.yaml").write_text(V)
    Path(".hotlint.yaml").write_text(config.format(outside))
    for words in (
        ["check", "."],
        ["check", "t.yaml"],
        ["preview", "t.yaml"],
        ["config", "show"],
        ["policy", "list"],
        ["deployments"],
    ):
        shown = said(capsys, *words)
        assert SECRET not in shown, (words, shown)
    assert "HOT092" in said(capsys, "check", "t.yaml")


@pytest.mark.parametrize("words", [["explain", f"{SECRET}::T"], ["types", "*T"]])
def test_plugins_outside_give_no_types(outside: Path, words: list[str], capsys: Said) -> None:
    plugin = f"def resource_mapping():\n    return {{'{SECRET}::T': R}}\n"
    for folder in ("plugins", str(outside / "plugins")):
        Path(folder, "r.py").write_text(
            f"from heat.engine import resource\nclass R(resource.Resource):\n    pass\n{plugin}"
        )
    Path(".hotlint.yaml").write_text("plugin_dirs: [plugins]\n")
    assert main(words) == 0
    Path(".hotlint.yaml").write_text(f"plugin_dirs: ['{outside}/plugins']\n")
    assert main(words) == 2


def test_a_named_file_that_is_a_link_is_not_shown(outside: Path, capsys: Said) -> None:
    Path("t.yaml").symlink_to(outside / "n.yaml")
    Path("e.env").symlink_to(outside / "credentials")
    Path("plugins/x.py").symlink_to(outside / "plugins" / "x.py")
    Path("u.yaml").write_text(V)
    Path("t.hot-test.yaml").symlink_to(outside / "n.yaml")
    for words in (
        ["check", "t.yaml"], ["check", "."], ["preview", "t.yaml"], ["check", "-e", "e.env", "u.yaml"], ["format", "--diff", "t.yaml"],
        ["check", "--plugin-dir", "plugins", "u.yaml"], ["preview", "-e", "e.env", "u.yaml"], ["test", "t.hot-test.yaml"],
        ["docs", "t.yaml"], ["upgrade", "--to", "2018-08-31", "--diff", "t.yaml"], ["check", "--fix", "t.yaml"],
    ):  # fmt: skip
        shown = said(capsys, *words)
        assert SECRET not in shown, (words, shown)


def test_a_jinja_source_includes_nothing_else(outside: Path, capsys: Said) -> None:
    Path(".hotlint.yaml").write_text("jinja: {}\n")
    Path("link.j2").symlink_to(outside / "credentials")
    for name in ("link.j2", "../outside/credentials", str(outside / "credentials"), ".git/config"):
        Path("t.yaml.j2").write_text(
            V + "{% if true %}\n" + f'description: |\n  {{% include "{name}" %}}\n{{% endif %}}\n'
        )
        for words in (["check", "t.yaml.j2"], ["preview", "t.yaml"]):
            assert SECRET not in said(capsys, *words)


def test_nothing_is_written_through_a_link(outside: Path, capsys: Said) -> None:
    target = outside / "t.yaml"
    text = V + "resources: {r: {type:   OS::Heat::value}}\n"
    target.write_text(text)
    Path("t.yaml").symlink_to(target)
    Path("linked").symlink_to(outside)
    for words in (
        ["format", "."], ["format", "t.yaml"], ["format", "linked"], ["format", "linked/t.yaml"], ["upgrade", "--to", "2021-04-16", "."],
        ["upgrade", "--to", "2021-04-16", "t.yaml"],
        ["check", "--fix", "."], ["check", "--fix", "t.yaml"], ["check", "--add-disable", "t.yaml"], ["check", "-o", "t.yaml", "linked"],
        ["baseline", "write", "t.yaml"], ["docs", "-o", "t.yaml", "t.yaml"], ["new", "server", "t.yaml"],
        ["new", "server", "linked/t.yaml"], ["format", "linked/../outside/t.yaml"], ["graph", "-o", "linked/t.yaml", "t.yaml"],
    ):  # fmt: skip
        said(capsys, *words)
        assert target.read_text() == text, words
    Path(".hotlint-baseline.json").unlink(missing_ok=True)
    Path(".hotlint-baseline.json").symlink_to(outside / "made.json")
    Path("u.yaml").write_text(V + "parameters: {p: {type: string}}\n")
    said(capsys, "baseline", "write", "u.yaml")
    said(capsys, "check", "--report", "json=.hotlint-baseline.json", "u.yaml")
    assert not (outside / "made.json").exists()


def test_a_user_allows_a_folder(outside: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    Path("t.yaml").write_text(V + VALUE.format("../outside/credentials"))
    assert SECRET in said(capsys, "preview", "t.yaml", "--allow-outside", str(outside))
    assert SECRET not in said(capsys, "preview", "t.yaml")
    monkeypatch.setenv("HOTLINT_ALLOW_OUTSIDE", str(outside))
    assert SECRET in said(capsys, "preview", "t.yaml")
    monkeypatch.delenv("HOTLINT_ALLOW_OUTSIDE")
    Path(".hotlint.yaml").write_text(f"allow_outside: ['{outside}']\n")
    assert SECRET not in said(capsys, "preview", "t.yaml"), "a configuration comes with the repository"
    assert main(["check", "--allow-outside", "gone", "t.yaml"]) == 2
    assert capsys.readouterr().err == "hotlint: folder 'gone' does not exist\n"


def test_an_environment_that_the_user_names_brings_its_folder(outside: Path, capsys: Said) -> None:
    (outside / "e.env").write_text("parameters: {p: 1}\nresource_registry: {'My::T': own.yaml}\n")
    (outside / "own.yaml").write_text(V + "parameters: {p: {type: string}}\n")
    Path("t.yaml").write_text(
        V + "parameters: {p: {type: number}}\nresources: {r: {type: My::T, properties: {p: {get_param: p}}}}\n"
    )
    assert main(["check", "--no-cache", "-e", str(outside / "e.env"), "t.yaml"]) == 0
    assert main(["preview", "-e", "../outside/e.env", "t.yaml"]) == 0


def test_the_cache_knows_the_boundary(outside: Path, capsys: Said) -> None:
    Path("t.yaml").write_text(V + VALUE.format("../outside/credentials"))
    for words, count in (([], 1), (["--allow-outside", str(outside)], 0), ([], 1)):
        main(["check", "t.yaml", *words])
        assert capsys.readouterr().out.count("is not read") == count


def test_files_of_one_folder_outside_are_one_finding(outside: Path) -> None:
    Path("t.yaml").write_text(
        V + "resources: {a: {type: ../outside/n.yaml}, b: {type: ../outside/n.yaml}, c: {type: ../outside/p.yaml}}\n"
    )
    Path("e.env").write_text(
        "resource_registry: {'My::A': ../outside/n.yaml, 'My::B': ../outside/p.yaml, 'My::C': ../outside/plugins/x.yaml}\n"
    )
    assert [d.code for d in hotlint.check("t.yaml").diagnostics] == ["HOT604"]
    found = hotlint.check("e.env").diagnostics
    assert [(d.code, len(d.related)) for d in found] == [("HOT635", 1), ("HOT635", 0)]
