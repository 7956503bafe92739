"""Rename of parameters, resources, conditions, outputs, placeholders and anchors, in all files."""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from hotlint import heat_types
from hotlint.analysis.symbols import Occurrence
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.navigation import Site, Subject, Users, nested_path, other, sites, subject_at
from hotlint.ide.related_files import RelatedFiles
from hotlint.syntax import scalars
from hotlint.syntax.edits import Edit, apply_edits
from hotlint.syntax.nodes import Scalar
from hotlint.syntax.source import Source, Span

KINDS = ("parameter", "resource", "condition", "output", "placeholder", "anchor")


class RenameError(Exception):
    """A rename is refused; the message says why."""


_NAMED_BY_REF = ("parameter", "resource")
"""The kinds of things that CloudFormation's `Ref` names: their names must differ."""


def prepare(analysis: FileAnalysis, offset: int) -> Subject | None:
    """Return the thing to rename at an offset; None where there is none."""
    subject = subject_at(analysis, offset)
    if subject is None or subject.kind not in KINDS or subject.name in analysis.template.dialect.pseudo_parameters:
        return None
    return subject


class Renaming(NamedTuple):
    """The edits of a rename in all files; `doubtful` are those, by reason, of places that stand for other things, too.

    `unreached` are the files in which the name occurs and nothing is edited, because it may mean something else there.
    """

    edits: list[Edit]
    doubtful: dict[str, list[Edit]]
    unreached: list[str]


def rename(analysis: FileAnalysis, offset: int, name: str, users: Users) -> list[Edit]:
    """Return the edits that rename the thing at an offset, in all files, where no doubt is. Raises RenameError."""
    return plan(analysis, offset, name, users).edits


def plan(analysis: FileAnalysis, offset: int, name: str, users: Users) -> Renaming:
    """Return what renames the thing at an offset, in all files. Raises RenameError."""
    subject = prepare(analysis, offset)
    if subject is None:
        raise RenameError("There is nothing here that can be renamed.")
    if name == subject.shown:
        return Renaming([], {}, [])
    _allowed(analysis, subject, name)
    _fit_for_stack(analysis, subject, name)
    found = sites(analysis, subject, users)
    if not any(s.defines for s in found):
        raise RenameError(f"'{subject.shown}' is not defined anywhere, so its other places are not known.")
    for path in {s.path for s in found}:
        if (rendered := analysis.context.project.rendered(path)) is not None:
            raise RenameError(
                f"'{os.path.basename(path)}' is rendered from {rendered.source}, where the name has to be changed."
            )
        _free(analysis if path == analysis.path else other(analysis, path), subject, name)
    found = [_clashing(site, subject, name, users) for site in found]
    doubtful: dict[str, list[Edit]] = {}
    edits: list[Edit] = []
    for site in found:
        edit = _edit(analysis, site, name, is_plain=subject.kind == "anchor")
        (doubtful.setdefault(site.doubt, []) if site.doubt else edits).append(edit)
    if subject.kind == "placeholder":
        _check_placeholders(analysis, subject, name, edits)
    return Renaming(edits, doubtful, _unreached(subject, found, users))


def _clashing(site: Site, subject: Subject, name: str, users: Users) -> Site:
    """Return a site, with a doubt where the new name means a parameter of another template to that environment.

    Raises RenameError where an environment of the tree has a value for a parameter of the new name already.
    """
    if not isinstance(users, RelatedFiles) or subject.kind != "parameter" or site.doubt:
        return site
    home = users.analysis(site.path)
    if home is not None and home.kind == "environment":
        served = [users.candidates(home, path, subject.name) for path in users.declaring(subject.name)]
        reached = frozenset().union(*served) & users.declaring(name)
        others = ", ".join(sorted(map(os.path.basename, reached)))
        return site._replace(doubt=f"{others} would get the value of '{name}', too") if reached else site
    for environment in users.environments_with(name) if home is not None and site.defines else ():
        if users.candidates(environment, site.path, name):
            raise RenameError(f"The environment {environment.path} has a value for a parameter '{name}' already.")
    return site


def _unreached(subject: Subject, found: list[Site], users: Users) -> list[str]:
    """Return the files in which a parameter's name occurs as a word, and that neither declare it nor are edited."""
    if not isinstance(users, RelatedFiles) or subject.kind != "parameter":
        return []
    known = {site.path for site in found} | users.declaring(subject.name)
    return [path for path in users.files_with(subject.name) if path not in known]


def _allowed(analysis: FileAnalysis, subject: Subject, name: str) -> None:
    if not name or name != name.strip() or not name.isprintable():
        raise RenameError(
            "A name may not be empty, begin or end with a blank, or contain characters that are not shown."
        )
    if subject.kind == "resource" and "/" in name:
        raise RenameError("The name of a resource may not contain a slash: Heat refuses it.")
    if subject.kind == "parameter" and name in analysis.template.dialect.pseudo_parameters:
        raise RenameError(f"{name} is a parameter that Heat itself provides.")
    if subject.kind == "anchor" and not re.fullmatch(r"[\w-]+", name):
        raise RenameError("An anchor's name is made of letters, digits, _ and -.")


def _fit_for_stack(analysis: FileAnalysis, subject: Subject, name: str) -> None:
    """Check that the name of a resource that makes a stack may be part of that stack's name. Raises RenameError."""
    resource = analysis.template.resources.get(subject.name) if subject.kind == "resource" else None
    if resource is None or not re.search(r"[^\w.-]", name, re.ASCII):
        return
    if heat_types.of(resource.type or "").group or nested_path(analysis, resource) is not None:
        raise RenameError(
            "A group or a nested template makes a stack, whose name has only letters, digits, '_', '-' and '.'."
        )


def _free(analysis: FileAnalysis | None, subject: Subject, name: str) -> None:
    """Check that the new name is not in use. Raises RenameError."""
    if analysis is None:
        return
    scope = subject.name.rpartition("@")[2] if subject.kind == "placeholder" else ""
    taken = f"{name}@{scope}" if scope else name
    kinds = [subject.kind]
    if not analysis.template.dialect.is_hot and subject.kind in _NAMED_BY_REF:
        kinds = [subject.kind, *(kind for kind in _NAMED_BY_REF if kind != subject.kind)]
    for kind in kinds:
        if analysis.names.definition_of(kind, taken) is not None:
            raise RenameError(f"There is a {kind} '{name}' already.")
    if subject.kind == "parameter" and analysis.kind == "environment" and analysis.index.all_of("parameter", name):
        raise RenameError(f"The environment {analysis.path} has a parameter '{name}' already.")


def _check_placeholders(analysis: FileAnalysis, subject: Subject, name: str, edits: list[Edit]) -> None:
    """Check that a placeholder's new name stands for it and for nothing else. Raises RenameError."""
    source = Source(analysis.path, apply_edits(analysis.text, edits))
    after = other(analysis, analysis.path, analysis.project.with_source(source))
    names = [name if o.key == (subject.kind, subject.name) else o.shown for o in _placeholders(analysis)]
    found = (
        [] if after is None or len(after.document.problems) > len(analysis.document.problems) else _placeholders(after)
    )
    if names != [o.shown for o in found] or list(map(_type, found)) != list(map(_type, _placeholders(analysis))):
        raise RenameError(f"'{name}' would stand for other text of the template, too, or cannot be written in it.")


def _placeholders(analysis: FileAnalysis) -> list[Occurrence]:
    return [o for o in analysis.index.occurrences if o.kind == "placeholder"]


def _type(occurrence: Occurrence) -> type | None:
    """Return the type of the text that a placeholder is within; None for its definition."""
    within = occurrence.node if not occurrence.defines else None
    return type(within.value) if isinstance(within, Scalar) else None


def _edit(analysis: FileAnalysis, site: Site, name: str, *, is_plain: bool) -> Edit:
    """Return the edit of one place, quoted where the new name needs quotes; never with `is_plain`."""
    home = analysis if site.path == analysis.path else other(analysis, site.path)
    text = home.text if home is not None else ""
    before, behind = text[site.span.start - 1 : site.span.start], text[site.span.end : site.span.end + 1]
    quote = before if before in ("'", '"') and behind in ("'", '"') else ""
    around = _text_around(home, site.span) if home is not None else None
    if around is not None:
        new = scalars.within(name, around.style) if around.style in ("'", '"') else name
    elif is_plain:
        new = name
    else:
        new = scalars.within(name, quote) if quote else scalars.written(name)
    return Edit(site.span, new, "" if site.path == analysis.path else site.path)


def _text_around(home: FileAnalysis, span: Span) -> Scalar | None:
    """Return the longer text that a place is within, where quotes would be part of it; None for a text of its own."""
    found = home.name_at(span.start)
    if found is None or found.kind != "placeholder" or found.defines or not isinstance(found.node, Scalar):
        return None
    return None if found.node.span == span else found.node
