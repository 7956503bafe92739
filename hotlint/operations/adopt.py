"""Look at a tree, and propose how hotlint is to check it: settings, a baseline, a hook and a job, each with its reason."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from hotlint.analysis.composition.source_tree import SourceTree
from hotlint.analysis.environments.registry import TEMPLATE_ENDINGS
from hotlint.common.counts import counted
from hotlint.common.files import ReadError, read_text
from hotlint.common.repository_urls import repository_of
from hotlint.common.version import __version__
from hotlint.formats.configuration import NAME
from hotlint.linter.diagnostic import SEVERITIES
from hotlint.linter.run_diagnostics import UnrenderedJinja
from hotlint.linter.settings.finder import user_folders
from hotlint.operations.adopt_sources import Sources, sources_of
from hotlint.operations.baseline import Baseline
from hotlint.operations.check import CheckRequest, Runner
from hotlint.operations.engines import engine_of
from hotlint.operations.errors import OperationError, as_operation_error
from hotlint.operations.first_config import first_config
from hotlint.operations.named_files import write_file
from hotlint.operations.new import scaffold
from hotlint.operations.scope import SettingsScope
from hotlint.output.findings.model import FileReport
from hotlint.output.findings.one_cause import Folded
from hotlint.resource_types import releases
from hotlint.syntax.plain_yaml import load
from hotlint.syntax.yaml_writer import dump

BASELINE = ".hotlint-baseline.json"
WORST = 10
"""The causes that are shown."""
MOST = 20
"""The most deployments that the proposed settings name."""
_FOREIGN = ("vendor", "third_party", "thirdparty", "external", "subprojects")
_BRANCH = re.compile(r"(?:defaultbranch=|ref: refs/heads/|branch = )stable/(\S+)")


class Proposal(NamedTuple):
    """A setting or a file that is proposed, and why. `value` is that of a setting; `text` that of a file.

    A file that exists is not written: its `text` is to be added by hand.
    """

    name: str
    reason: str
    value: Any = None
    text: str = ""


class Cause(NamedTuple):
    """What several findings come from: the most severe one of them, its place, and how many there are in how many files."""

    severity: str
    code: str
    message: str
    place: str
    findings: int
    files: int


class Adoption(NamedTuple):
    """What is proposed for a tree, the worst causes of findings in it, and the files that were written.

    `sources` are the sources of templates, of which some are not rendered: their variables are known to the user alone.
    """

    proposals: list[Proposal]
    causes: list[Cause]
    more_causes: int
    written: list[str]
    sources: Sources


def adopt(*, write: bool = False) -> Adoption:
    """Return what is proposed for the working folder. `write` writes each proposed file that does not exist yet.

    The causes are those that are left with the proposed settings, where these are written. Raises OperationError.
    """
    if os.path.lexists(NAME):
        raise OperationError(f"'{NAME}' exists already; 'hotlint config show' shows what it sets")
    try:
        reports = _checked()
        engine = engine_of(SettingsScope(confined_to=user_folders(["."])), folders=(os.getcwd(),))
        tree = engine.trees.tree(os.path.join(os.getcwd(), "_"))
        assert tree is not None  # the engine was given this folder
        folders = _of_others(tree)
        sources = sources_of(_sources(reports, folders), engine.project(engine.settings("_")))
        settings = list(_settings(tree, folders, sources))
        text = configuration(settings)
        files = [Proposal(NAME, "the settings above", text=text)] if settings else []
        written = _write(files) if write else []
        reports = _checked() if written else reports
        files += [file for file in _files(reports) if "hotlint" not in _text(file.name)]
        written += _write(files[len(written) :]) if write else []
    except Exception as exc:
        raise as_operation_error(exc) from None
    causes = _causes(reports)
    return Adoption([*settings, *files], causes[:WORST], max(0, len(causes) - WORST), written, sources)


def _checked() -> list[FileReport]:
    return Runner(CheckRequest(confined_to=user_folders(["."]))).run(["."], None, "")


def configuration(settings: list[Proposal]) -> str:
    """Return the text of a configuration with proposed settings, each below its reason."""
    return "".join(f"# {p.reason}\n{_setting(p)}" for p in settings)


def _setting(proposal: Proposal) -> str:
    if proposal.name != "deployments":
        return dump({proposal.name: proposal.value}, compact=not isinstance(proposal.value, str))
    entries = (dump([entry | {"environments": None}], compact=True).splitlines()[0] for entry in proposal.value)
    listed = (dump(entry["environments"], compact=True).strip() for entry in proposal.value)
    lines = (
        e.replace("environments: null", f"environments: {given}") for e, given in zip(entries, listed, strict=True)
    )
    return "deployments:\n" + "".join(f"{line}\n" for line in lines)


def _write(files: list[Proposal]) -> list[str]:
    new = [file for file in files if file.text and not os.path.lexists(file.name)]
    for file in new:
        if folder := os.path.dirname(file.name):
            os.makedirs(folder, exist_ok=True)
        write_file(file.name, file.text)
    return [file.name for file in new]


# -- settings ------------------------------------------------------------------------------------------------------------


def _settings(tree: SourceTree, folders: list[str], sources: Sources) -> Iterator[Proposal]:
    if (target := _target()) is not None:
        yield target
    if folders or sources.foreign:
        reasons = ["These folders hold the templates of others."] if folders else []
        if sources.foreign:
            reasons.append("Another template engine makes templates of these sources: check what it makes.")
        yield Proposal("exclude", " ".join(reasons), [*folders, *sources.foreign])
    if plugins := [os.path.relpath(folder).replace(os.sep, "/") for folder in tree.all_plugins()]:
        yield Proposal("plugin_dirs", "These folders hold plugins of Heat, which define resource_mapping().", plugins)
    if urls := _urls(tree):
        yield Proposal("urls", "Templates name files of this tree by these URLs.", urls)
    if (jinja := sources.setting()) is not None:
        yield Proposal("jinja", sources.reason(), jinja)
    text = first_config()
    found = load(text) or {}
    for name, value in found.items():
        if name != "deployments":  # such as the types of a site
            yield Proposal(name, "The tree uses these, and nothing in it defines them.", value)
    deployments = found.get("deployments") or []
    if deployments:
        left_out = len(deployments) - MOST
        more = f" The others ({left_out}) are left out; 'hotlint deployments' lists them." if left_out > 0 else ""
        why = f"These environments fit by name, types or parameters, and give all values.{more}"
        yield Proposal("deployments", why, deployments[:MOST])


def _target() -> Proposal | None:
    """Return the release that a branch names: that of .gitreview, of the submodules, or the one that is checked out."""
    for path in (".gitreview", os.path.join(".git", "HEAD")):
        branch = _BRANCH.search(_text(path))
        if branch is not None and releases.number_of(branch[1]) is not None:
            return Proposal("target", f"{path} names the branch stable/{branch[1]}.", branch[1])
    return None


def _of_others(tree: SourceTree) -> list[str]:
    """Return the folders, with a slash at the end, that hold the templates of others: submodules, and those of such a name."""
    submodules = re.findall(r"^\s*path\s*=\s*(\S+)\s*$", _text(".gitmodules"), re.MULTILINE)
    folders = {os.path.dirname(os.path.relpath(path, tree.folder)).replace(os.sep, "/") for path in tree.facts}
    parts = {"/".join(steps[: k + 1]) for f in folders for steps in [f.split("/")] for k in range(len(steps))}
    found = sorted(f"{part}/" for part in parts if part in submodules or part.rpartition("/")[2] in _FOREIGN)
    return [f for f in found if not any(f != other and f.startswith(other) for other in found)]


def _sources(reports: list[FileReport], folders: list[str]) -> list[str]:
    """Return the paths of the sources that no check reads, relative to the working folder, outside of folders of others."""
    paths = [r.path for r in reports if any(d.code == UnrenderedJinja.code for d in r.diagnostics)]
    relative = (os.path.relpath(path).replace(os.sep, "/") for path in paths)
    return [path for path in relative if not path.startswith(tuple(folders))]


def _urls(tree: SourceTree) -> dict[str, str]:
    """Return the starts of URLs whose rest is a file of the tree, where it is not found by the remotes of the checkout."""
    repository, _ = repository_of(tree.folder)
    votes: Counter[tuple[str, str]] = Counter()
    for path in tree.templates:
        for name in tree.names(path):
            if not name.startswith(("http://", "https://")) or not name.endswith(TEMPLATE_ENDINGS):
                continue
            if repository is not None and any(map(os.path.isfile, repository.files_of(name))):
                continue
            steps = name.partition("://")[2].split("/")[1:]
            rests = ("/".join(steps[k:]) for k in range(1, len(steps)))
            rest = next((rest for rest in rests if os.path.isfile(os.path.join(tree.folder, rest))), None)
            if rest is not None:
                votes[name.removesuffix(rest), "."] += 1
    return dict(sorted(votes))


# -- files ---------------------------------------------------------------------------------------------------------------


def _files(reports: list[FileReport]) -> Iterator[Proposal]:
    errors = sum(d.severity == "error" for report in reports for d in report.diagnostics)
    if errors and not os.path.lexists(BASELINE):
        why = f"{counted(errors, 'error')} would fail every run; with the baseline, only new findings count"
        yield Proposal(BASELINE, why, text=Baseline(BASELINE).of(reports).text())
    if os.path.exists(".git"):
        yield Proposal(
            ".pre-commit-config.yaml",
            "each commit is checked before it is made",
            text=_scaffold("pre-commit-config.yaml"),
        )
    yield from _job()


def _job() -> Iterator[Proposal]:
    repository, _ = repository_of(".")
    hosts = " ".join(host for host, _ in repository.remotes) if repository is not None else ""
    if "gitlab" in hosts or os.path.exists(".gitlab-ci.yml"):
        yield Proposal(".gitlab-ci.yml", "the tree is on GitLab", text=_scaffold("gitlab-ci.yml"))
    elif "github" in hosts or os.path.isdir(".github"):
        name = os.path.join(".github", "workflows", "templates.yaml")
        yield Proposal(name, "the tree is on GitHub", text=_scaffold("github.yaml"))


def _scaffold(name: str) -> str:
    return scaffold(("adopt",))[name].replace("VERSION", __version__)


def _text(path: str) -> str:
    try:
        return read_text(path)
    except (OSError, ReadError):
        return ""


# -- causes --------------------------------------------------------------------------------------------------------------


def _causes(reports: list[FileReport]) -> list[Cause]:
    """Return the causes of errors and warnings, the worst first: by severity, then by the number of findings."""
    causes = []
    for found, paths in Folded(reports).places():
        if found.severity != "info":
            place = f"{found.path}:{found.span.start}"
            causes.append(Cause(found.severity, found.code, found.message, place, len(paths), len(set(paths))))
    return sorted(causes, key=lambda cause: (SEVERITIES.index(cause.severity), -cause.findings))
