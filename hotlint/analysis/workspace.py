"""The templates of a folder and their uses: the roots that use a nested template, the users of an environment.

Files are only searched for the names in them; `Project` parses those that matter.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from hotlint.analysis.context import TemplateContext
from hotlint.analysis.environment import TEMPLATE_ENDINGS, Environment
from hotlint.analysis.locations import locate
from hotlint.common.files import SIZE_LIMIT

_ENDINGS = (".yaml", ".yml", ".template", ".hot")
_IGNORED_FOLDERS = frozenset(("node_modules", "__pycache__"))
_NAMES = rb"""(?:type|get_file|template)["']?[ \t]*:[ \t]*["']?([^\s"',{}\[\]#]+)|-[ \t]+["']?(\w+::[\w:]+)"""
FILE_LIMIT = 5000
"""Files of a folder that are read; a folder with more is not a folder of templates."""
CONTEXT_LIMIT = 12
"""Uses of one nested template for which it is checked."""

Environments = Callable[[str], list[Environment]]
"""Returns the environments that a template is checked with: one for each combination."""


class DeploymentContext(NamedTuple):
    """A template in one of the contexts that it is checked in; `where` describes the context in a clause, "" for the only one."""

    unit: TemplateContext
    where: str = ""


class Workspace:
    """The templates below a folder, by the names in them. `environments` returns those of a template."""

    def __init__(self, folder: str, environments: Environments, excluded: Callable[[str], bool]) -> None:
        self.folder = folder
        self._environments = environments
        self._excluded = excluded
        self._names: dict[str, set[str]] | None = None
        self._users: dict[str, set[str]] | None = None

    @property
    def names(self) -> dict[str, set[str]]:
        """The types and files that each template names."""
        if self._names is None:
            self._names = dict(self._read())
        return self._names

    @property
    def users(self) -> dict[str, set[str]]:
        """The templates that use each nested template, by name or through a registry."""
        if self._users is None:
            self._users = {}
            for path, names in self.names.items():
                for target in self._targets(path, names):
                    self._users.setdefault(target, set()).add(path)
        return self._users

    def above(self, path: str) -> set[str]:
        """Return all templates that use a nested template, directly or through others."""
        found: set[str] = set()
        waiting = [os.path.abspath(path)]
        while waiting:
            for user in self.users.get(waiting.pop(), ()):
                if user not in found:
                    found.add(user)
                    waiting.append(user)
        return found

    def below(self, paths: set[str]) -> set[str]:
        """Return templates, and all that they use, directly or through others."""
        found = set(paths)
        grown = True
        while grown:
            more = {t for t, users in self.users.items() if t not in found and users & found}
            found |= more
            grown = bool(more)
        return found

    def roots(self, path: str) -> list[str]:
        """Return the top-level templates that use a nested template, directly or through others, sorted."""
        above = self.above(path) - {os.path.abspath(path)}
        tops = sorted(p for p in above if not self.users.get(p, set()) - {p})
        return tops or sorted(above)

    def deployed(
        self, path: str, unit: Callable[[str, Environment], TemplateContext | None], limit: int = CONTEXT_LIMIT
    ) -> list[DeploymentContext]:
        """Return the contexts that a nested template is used in, at most `limit`; none when nothing uses it.

        `unit` makes a root of a path.
        """
        own, found = os.path.abspath(path), []
        through = self.above(path)
        for root in self.roots(path):
            environments = self._environments(root)
            for environment in environments:
                top = unit(root, environment)
                for child, resources in _within(top, own, through) if top is not None else ():
                    where = f"{_shown(root, self.folder)}: {' > '.join(resources)}"
                    if len(environments) > 1:
                        where += f", with {_shown(environment.files[-1], self.folder)}" if environment.files else ""
                    found.append(DeploymentContext(child, where))
                    if len(found) == limit:
                        return found
        return found

    def _read(self) -> Iterator[tuple[str, set[str]]]:
        seen = 0
        for folder, folders, files in os.walk(self.folder):
            folders[:] = sorted(
                f for f in folders
                if not f.startswith(".") and f not in _IGNORED_FOLDERS and not self._excluded(os.path.join(folder, f))
            )  # fmt: skip
            for name in sorted(files):
                path = os.path.join(folder, name)
                if not name.endswith(_ENDINGS) or self._excluded(path):
                    continue
                seen += 1
                if seen > FILE_LIMIT:
                    return
                data = _bytes(path)
                if b"heat_template_version" in data:
                    yield (
                        os.path.abspath(path),
                        {(a or b).decode("utf-8", "replace") for a, b in re.findall(_NAMES, data)},
                    )

    def _targets(self, path: str, names: set[str]) -> Iterator[str]:
        mapped = [m for e in self._environments(path) for m in e.registry if m.is_template]
        known = {m.pattern for m in mapped}
        for name in names:
            if name.endswith(TEMPLATE_ENDINGS):
                target = locate(name, path).path
                if target is not None:
                    yield os.path.abspath(target)
        if names & known:
            for mapping in mapped:
                if mapping.pattern in names and mapping.target is not None:
                    target = locate(mapping.target, mapping.file, mapping.base).path
                    if target is not None:
                        yield os.path.abspath(target)


def _within(unit: TemplateContext, own: str, through: set[str]) -> Iterator[tuple[TemplateContext, tuple[str, ...]]]:
    """Yield the uses of a nested template below a context, each with the resources that lead there."""
    for resource in unit.template.resources.values():
        for use in unit.uses(resource) if unit.evaluation.is_enabled(resource) else ():
            location = use.kind.location
            if location is None or location.path is None or use.size == 0:
                continue
            target = os.path.abspath(location.path)
            if target != own and target not in through:
                continue
            child = unit.child_of(resource, use)
            if child is None:
                continue
            if target == own:
                yield child, (resource.name,)
            else:
                for inner, names in _within(child, own, through):
                    yield inner, (resource.name, *names)


def _bytes(path: str) -> bytes:
    try:
        if os.path.getsize(path) > SIZE_LIMIT:
            return b""
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def _shown(path: str, folder: str) -> str:
    return os.path.relpath(path, folder).replace(os.sep, "/")
