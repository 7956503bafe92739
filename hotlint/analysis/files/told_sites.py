"""The files of a tree that a text means by the names of a template and its environments, for each site that it deploys to."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice

from hotlint.analysis.file_kinds import EXAMPLE_ENDINGS
from hotlint.analysis.files.evidence import Pair
from hotlint.analysis.files.facts import facts_below, parameter_names, telling_below
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.common.records import NamedTuple

if TYPE_CHECKING:
    from hotlint.analysis.files.virtual_files import VirtualFiles

_MOST = 20
"""The most sites of one command."""
_MOST_PARTS = 3
"""The most parts of one name that are filled in elsewhere: each takes time in proportion to the length of all file names."""
_MOST_OPEN = 8
"""The most names of one command with such parts."""
_COPIED = ("", *EXAMPLE_ENDINGS)
"""What ends the name of a file that a text names: users make that file of one that the tree has."""
_SECTIONS = ("parameters", "parameter_defaults")
_OPEN = re.compile(r"\$\{(\w*)((?: [^{}]*)?)\}")
_Bound = tuple[tuple[str, str], ...]
"""The open parts of a path, sorted by name, with their values."""


class Told(NamedTuple):
    """Environments with which a text deploys a template, as full paths in the order in which they are merged.

    `site` is what is filled in for one of several sites, "" otherwise. `lacks` are the parameters that the other sites give in their
    environments, and the command does not, with the environment of this site that lacks each.
    """

    paths: tuple[str, ...]
    site: str = ""
    lacks: tuple[tuple[str, str], ...] = ()


def told_below(
    files: VirtualFiles, folder: str, excluded: Callable[[str], bool], limit: int | None
) -> dict[str, tuple[Told, ...]]:
    """Return the environments with which scripts, playbooks and documents below a folder deploy each template.

    A query (`VirtualFiles.query`).
    """
    known = files.query(facts_below, folder, excluded, limit)
    tree, told = TreeFiles(known, folder), dict[str, dict[tuple[str, ...], Told]]()
    for path, pairs in files.query(telling_below, folder, excluded, limit):
        for template, named in pairs:
            command = command_of((template, tuple(named.split("\0"))), path.rpartition("/")[0], tree)
            sites = [
                site for site in command.sites
                if known[site[1]].kind == "template" and all(known[p].kind == "environment" for p in site[2])
            ]  # fmt: skip
            for own in dict.fromkeys(site[1] for site in sites):
                for one in _of_template(files, own, [site for site in sites if site[1] == own], command):
                    known_as = told.setdefault(own, {}).get(one.paths)
                    told[own][one.paths] = known_as if known_as is not None and known_as.site else one
    return {template: tuple(each.values()) for template, each in told.items()}


def _of_template(
    files: VirtualFiles, template: str, sites: list[tuple[str, str, tuple[str, ...]]], command: Command
) -> Iterator[Told]:
    """Yield what a command tells of one template; without environments that the open names mean, but that are for others."""
    declared = files.query(parameter_names, template, ("parameters",))
    given = {paths: [files.query(parameter_names, path, _SECTIONS) for path in paths] for _, _, paths in sites}
    if len(sites) < 2:
        yield from (Told(paths) for name, _, paths in sites if not name or not _is_apart(given[paths], declared))
        return
    kept = [(name, paths) for name, _, paths in sites if not _is_apart(given[paths], declared)]
    if not command.is_stated:
        wanted = frozenset().union(*(name for _, paths in kept for name in given[paths])) & declared
        whole = [one for one in kept if _is_whole(files, one[1], given[one[1]], declared, wanted)]
    else:
        whole = kept
    shared = set[str].intersection(*(set(paths) for _, paths in whole)) if whole else set()
    others = [dict(zip(range(len(paths)), given[paths], strict=True)) for _, paths in whole]
    for name, paths in kept:
        if (name, paths) not in whole or len(whole) < 2:
            yield Told(paths)
            continue
        own = frozenset().union(*given[paths], command.given or ())
        lacks = {
            each: paths[at]
            for at, path in enumerate(paths) if path not in shared
            for other in others for each in other[at]
            if each in declared and each not in own
        }  # fmt: skip
        is_known = command.given is not None and not any(path.endswith(EXAMPLE_ENDINGS) for path in paths)
        yield Told(paths, name, tuple(sorted(lacks.items())) if is_known else ())


def _is_apart(given: list[frozenset[str]], declared: frozenset[str]) -> bool:
    """Return whether environments set parameters, and none of those of a template."""
    everything = frozenset().union(*given)
    return bool(everything) and not everything & declared


def _is_whole(
    files: VirtualFiles,
    paths: tuple[str, ...],
    given: list[frozenset[str]],
    declared: frozenset[str],
    wanted: frozenset[str],
) -> bool:
    """Return whether environments are those of a site: at least half of what they set, and of what sites give, is the template's."""
    own = frozenset().union(*(files.query(parameter_names, path, ("parameters",)) for path in paths))
    everything = frozenset().union(*given)
    return 2 * len(own & declared) >= len(own) and 2 * len(everything & wanted) >= len(wanted)


class Command(NamedTuple):
    """A command that deploys: for each site the template and the environments, as full paths.

    A site is named by what is filled in, "" for a command without anything open. `given` are the parameters that the command
    gives itself; None where nothing tells which.
    """

    sites: tuple[tuple[str, str, tuple[str, ...]], ...]
    given: frozenset[str] | None
    is_stated: bool = False
    """Whether the text itself states the sites."""


class TreeFiles:
    """The full paths of the templates and environments of a tree. `top` is its folder."""

    def __init__(self, known: Collection[str], top: str) -> None:
        self.known = known
        self.top = top
        self.by_name: dict[str, list[str]] = {}
        self._by_folder: dict[str, list[str]] = {}
        for path in known:
            folder, _, name = path.rpartition("/")
            self.by_name.setdefault(name, []).append(path)
            self._by_folder.setdefault(folder, []).append(path)
        self._sorted = sorted(known)
        self._places = {path: place for place, path in enumerate(known)}
        self._matching: dict[str, list[tuple[_Bound, str]]] = {}

    def like(self, path: str) -> Iterable[str]:
        """Return the files that may match a path with open parts, in order of the tree."""
        start = path[: path.index("${")]
        folder, _, name = path.rpartition("/")
        if "${" not in name:
            alike = self.by_name.get(name, [])
        elif "${" not in folder:
            alike = self._by_folder.get(folder, [])
        else:
            first = bisect_left(self._sorted, start)
            after = bisect_left(self._sorted, f"{start}\U0010ffff", first)
            return sorted(self._sorted[first:after], key=self._places.__getitem__)
        return (each for each in alike if each.startswith(start))

    def matching(self, path: str) -> list[tuple[_Bound, str]]:
        """Return the files that a path with open parts may be: many texts ask for the same ones."""
        if path not in self._matching:
            self._matching[path] = _matching(path, self)
        return self._matching[path]


def command_of(pair: Pair, folder: str, tree: TreeFiles) -> Command:
    """Return what a text in `folder` deploys.

    An open part has the same value everywhere in the command. Without a value that the text states, each file counts that the
    whole name may mean, but those that the command names itself.
    """
    template, *rest = pair[0], *(name for name in pair[1] if not name.startswith("="))
    names = [name[1:] for name in pair[1] if name.startswith("=")]
    parts = [count for each in (template, *rest) if (count := len(_OPEN.findall(each)))]
    if len(parts) > _MOST_OPEN or max(parts, default=0) > _MOST_PARTS:
        return Command((), None)
    found = [_files(name, folder, tree) for name in (template, *rest)]
    fixed = {path for each in found for bound, path in each if not bound}
    bounds: list[tuple[dict[str, str], tuple[str, ...]]] = [({}, ())]
    for each in found:
        bounds = list(islice(_joined(bounds, each, fixed), _MOST**2))
    sites = tuple((", ".join(dict.fromkeys(bound.values())), paths[0], paths[1:]) for bound, paths in bounds)
    shared = {name for name, _ in _OPEN.findall(template)} & {name for each in rest for name, _ in _OPEN.findall(each)}
    if len({path for _, path in found[0]}) > 1 and not shared:
        sites = ()
    limits = [limit for each in (template, *rest) for _, limit in _OPEN.findall(each)]
    is_stated = bool(limits) and all(limits)
    return Command(sites[:_MOST], None if "" in names else frozenset(names), is_stated)


def _joined(
    bounds: list[tuple[dict[str, str], tuple[str, ...]]], files: list[tuple[_Bound, str]], fixed: set[str]
) -> Iterator[tuple[dict[str, str], tuple[str, ...]]]:
    for bound, paths in bounds:
        for own, path in files:
            if all(bound.get(name, value) == value for name, value in own) and not (own and path in fixed):
                yield {**bound, **dict(own)}, (*paths, path)


def _files(name: str, folder: str, tree: TreeFiles) -> list[tuple[_Bound, str]]:
    return next(filter(None, (_resolved(name + end, folder, tree) for end in _COPIED)), [])


def _resolved(name: str, folder: str, tree: TreeFiles) -> list[tuple[_Bound, str]]:
    """Return the files of a tree that a text in `folder` names: those nearest upward to the top, or the only one of that name.

    Of a path with open parts, these are all files that it may be, with the values of the parts. Empty where there is none, or
    nothing tells which.
    """
    steps = [step for step in name.removeprefix("file://").replace("\\", "/").split("/") if step != "."]
    first = next((at for at, step in enumerate(steps) if _OPEN.fullmatch(step) is None), len(steps))
    if first == len(steps):
        return []
    if _OPEN.match(steps[first]) and first == len(steps) - 1:
        return []
    return _nearest(steps[first:], folder, tree) or (_nearest(steps[first - 1 :], folder, tree) if first else [])


def _nearest(steps: list[str], folder: str, tree: TreeFiles) -> list[tuple[_Bound, str]]:
    is_open = any("${" in step for step in steps)
    here = folder
    while True:
        path = here
        for step in steps:
            path = path.rpartition("/")[0] if step == ".." else f"{path}/{step}"
        found: list[tuple[_Bound, str]] = tree.matching(path) if is_open else []
        if not is_open and path in tree.known:
            found = [((), path)]
        if found:
            return found
        if here == tree.top or len(here) <= len(tree.top):
            break
        here = here.rpartition("/")[0]
    if is_open:
        return []
    ending = "/" + "/".join(step for step in steps if step != "..")
    alike = [path for path in tree.by_name.get(steps[-1], ()) if path.endswith(ending)]
    return [((), path) for path in alike] if len(alike) == 1 else []


def _matching(path: str, tree: TreeFiles) -> list[tuple[_Bound, str]]:
    """Return the files that a path with open parts may be, with the values of these; those that are stated, if there are any."""
    start, limits = path.rindex("/", 0, path.index("${")) + 1, dict[str, set[str]]()
    pattern = re.compile(_expression(path[start:], limits))
    matches = ((pattern.fullmatch(each, start), each) for each in tree.like(path))
    found = [(tuple(sorted(match.groupdict().items())), each) for match, each in matches if match is not None]
    stated = [one for one in found if all(value in limits.get(name, {value}) for name, value in one[0])]
    return [(tuple((name[1:], value) for name, value in bound), each) for bound, each in stated or found]


def _expression(path: str, limits: dict[str, set[str]]) -> str:
    """Return the regular expression of a path with open parts; add the stated values of these to `limits`."""
    parts, at, seen = list[str](), 0, set[str]()
    replaced: Callable[[str], str] = lambda name: f"(?P={name})" if name in seen else f"(?P<{name}>[^/]{{1,60}})"  # noqa: E731
    for match in _OPEN.finditer(path):
        name = f"v{match[1]}"
        parts += [re.escape(path[at : match.start()]), replaced(name)]
        seen.add(name)
        if match[2]:
            limits[name] = set(match[2].split())
        at = match.end()
    return "".join((*parts, re.escape(path[at:])))
