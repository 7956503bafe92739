"""What an environment changes: the templates that take its parameters, and what these templates declare of them."""

from __future__ import annotations

import os
from collections.abc import Iterator

from hotlint.analysis.symbols import name_span
from hotlint.analysis.template import Parameter
from hotlint.common.counts import counted
from hotlint.ide import documentation
from hotlint.ide.cursor import cursor_at
from hotlint.ide.decorations import CodeLens
from hotlint.ide.documentation.markup import name_list
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.hover import Hover
from hotlint.ide.navigation import Users
from hotlint.ide.related_files import RelatedFiles
from hotlint.syntax.source import Span

SECTIONS = ("parameters", "parameter_defaults")
_DIFFERENT = 3
"""The declarations of one parameter that a hover shows at most."""
_NAMED = 5
"""The templates that a hover names for each declaration."""
_READ = 20
"""The templates whose declarations a hover compares."""


def parameter_hover(analysis: FileAnalysis, offset: int, users: Users) -> Hover | None:
    """Return the declarations of the parameter whose name or value is at an offset; None for any other place."""
    spot = cursor_at(analysis.document.root, offset)
    if len(spot.path) < 2 or spot.path[0] not in SECTIONS or not spot.nodes:
        return None
    name = str(spot.path[1])
    takers, others = _takers(analysis, name, users)
    pages: dict[str, list[str]] = {}
    for taker in takers:
        page = documentation.declaration(taker.template.parameters[name])
        pages.setdefault(page, []).append(os.path.relpath(taker.path, analysis.folder).replace(os.sep, "/"))
    if not pages:
        return None
    shown = [f"{page}\n\nTaken by {name_list(paths, _NAMED)}" for page, paths in list(pages.items())[:_DIFFERENT]]
    if len(pages) > _DIFFERENT:
        shown.append(f"{len(pages) - _DIFFERENT} other declarations differ.")
    if others:
        shown.append(f"{others} more templates take it.")
    node = spot.nodes[-1]
    return Hover("\n\n---\n\n".join(shown), Span(node.start, node.end))


def _takers(analysis: FileAnalysis, name: str, users: Users) -> tuple[list[FileAnalysis], int]:
    """Return templates that take a parameter from an environment, in the order of their paths, and the number of others."""
    if isinstance(users, RelatedFiles):
        paths = sorted(users.nearest(analysis, name))
        found = [taker for path in paths[:_READ] if (taker := users.analysis(path)) is not None]
    else:
        paths, found = [], users(analysis.path)
    return [taker for taker in found if name in taker.template.parameters], max(len(paths) - _READ, 0)


def environment_lenses(analysis: FileAnalysis, users: Users) -> list[CodeLens]:
    """Return a lens for each section with parameters: the number of templates that take at least one of them."""
    found = []
    for name in SECTIONS:
        section, entries = analysis.environment.sections.get(name), analysis.environment.entries(name)
        if section is None or not entries:
            continue
        places: dict[str, Span] = {}
        for path, span in _declarations(analysis, list(entries), users):
            places.setdefault(path, span)
        title = counted(len(places), "template")
        found.append(CodeLens("templates", title, name_span(section.key), elsewhere=tuple(places.items())))
    return found


def _declarations(analysis: FileAnalysis, names: list[str], users: Users) -> Iterator[tuple[str, Span]]:
    """Yield path and place of the declarations of parameters in the templates that take them."""
    if isinstance(users, RelatedFiles):
        for name in names:
            yield from users.declarations(analysis, name)
        return
    declared: dict[str, dict[str, Parameter]] = {user.path: user.template.parameters for user in users(analysis.path)}
    for path, parameters in declared.items():
        yield from ((path, name_span(parameters[name].key)) for name in names if name in parameters)
