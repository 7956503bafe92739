"""Definitions and references of names, in a text and in the texts that belong to it.

A parameter of a template is a property in the templates that use it, and a key in environment files; an output is an
attribute there. `Subject` is a named thing with the file that declares it, `sites` returns all places of it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import NamedTuple

from hotlint.analysis.budget import Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.environments.file import EnvironmentFile
from hotlint.analysis.files.project import Project
from hotlint.analysis.symbols import is_file, name_span
from hotlint.analysis.template import Resource, argument, node_at
from hotlint.common.files import ReadError
from hotlint.ide.cursor import calls_at, cursor_at
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.related_files import RelatedFiles
from hotlint.language import functions
from hotlint.language.functions.base import Call
from hotlint.syntax.nodes import Mapping, Scalar
from hotlint.syntax.source import Span

Users = Callable[[str], list[FileAnalysis]]
"""The texts that may use a file: templates that name it, environment files that go with it. `RelatedFiles` knows all of them."""


class Subject(NamedTuple):
    """A named thing: the path of the file that declares it, its kind and name; `span` is the name at the cursor."""

    path: str
    kind: str
    name: str
    span: Span

    @property
    def shown(self) -> str:
        """The name as it is written."""
        return self.name.rpartition("@")[0] if self.kind == "placeholder" else self.name


class Site(NamedTuple):
    """A place of a thing: `span` is its name, `whole` the definition around it.

    `doubt` says why the place may stand for another thing of that name as well, "" where it does not.
    """

    path: str
    span: Span
    whole: Span
    defines: bool = False
    doubt: str = ""


def subject_at(analysis: FileAnalysis, offset: int) -> Subject | None:
    """Return the thing named at an offset, which another file may declare; None where there is no name."""
    found = analysis.name_at(offset)
    if found is not None:
        return Subject(analysis.path, found.kind, found.name, found.span)
    return _nested_property(analysis, offset) or _nested_output(analysis, offset)


def definition(analysis: FileAnalysis, offset: int, users: Users) -> list[Site]:
    """Return the definitions of the thing at an offset; for the name of a file, the start of that file."""
    subject = subject_at(analysis, offset)
    if subject is None:
        return []
    if subject.kind in ("file", "type"):
        return _file_of(analysis, subject)
    home = _home(analysis, subject)
    if home is None:
        return []
    if home.kind == "environment":
        known = users(analysis.path)
        if isinstance(users, RelatedFiles) and subject.kind == "parameter":
            known += [
                found for p in sorted(_declaring(home, subject, users)) if (found := users.analysis(p)) is not None
            ]
        return list(dict.fromkeys(s for user in known for s in _defined(user, subject)))
    return _defined(home, subject)


def references(analysis: FileAnalysis, offset: int, users: Users, declaration: bool = True) -> list[Site]:
    """Return every place of the thing at an offset, in all files."""
    subject = subject_at(analysis, offset)
    return [s for s in sites(analysis, subject, users) if declaration or not s.defines] if subject is not None else []


def highlights(analysis: FileAnalysis, offset: int) -> list[Site]:
    """Return every place, in this text, of the thing at an offset."""
    found = analysis.name_at(offset)
    if found is None:
        return []
    return [Site(analysis.path, o.span, o.whole, o.defines) for o in analysis.index.all_of(*found.key)]


def sites(analysis: FileAnalysis, subject: Subject, users: Users) -> list[Site]:
    """Return every place of a thing: in the file that declares it, in environments, in the templates that use it."""
    home = _home(analysis, subject)
    if home is None:
        return []
    if isinstance(users, RelatedFiles) and subject.kind in ("parameter", "output"):
        return _in_tree(home, subject, users)
    if home.kind == "environment" and subject.kind == "parameter":
        templates = [u for u in users(home.path) if subject.name in u.template.parameters]
        found = _own(home, subject)
        for template in templates:
            found += [s for s in sites(template, subject._replace(path=template.path), users) if s not in found]
        return found
    found = _own(home, subject)
    if subject.kind in ("parameter", "output"):
        for user in users(home.path):
            found += [s for s, _ in _in_user(user, home.path, subject) if s not in found]
    return found


def _in_tree(home: FileAnalysis, subject: Subject, tree: RelatedFiles) -> list[Site]:
    """Return the places of a parameter or output in all files of a tree; of two for one place, the doubtful one."""
    declaring = _declaring(home, subject, tree) if home.kind == "environment" else {home.path}
    found: dict[tuple[str, Span], Site] = {}
    homes = [home] if home.kind != "environment" else [s for p in sorted(declaring) if (s := tree.analysis(p))]
    for site in _own(home, subject):
        found[site.path, site.span] = site
    for template in homes:
        for site in (*_own(template, subject), *_elsewhere(template, subject, tree, declaring)):
            known = found.get((site.path, site.span))
            if known is None or site.doubt:
                found[site.path, site.span] = site
    return list(found.values())


def _declaring(home: FileAnalysis, subject: Subject, tree: RelatedFiles) -> set[str]:
    """Return the templates that declare a parameter, of those that an environment may be used with."""
    return set(tree.nearest(home, subject.name))


def _elsewhere(home: FileAnalysis, subject: Subject, tree: RelatedFiles, declaring: set[str]) -> Iterator[Site]:
    """Yield the places of a template's parameter or output in the other files of a tree; `declaring` mean the same."""
    types = tree.types_of(home.path)
    for user in tree.parents(home.path):
        for site, resource in _in_user(user, home.path, subject, types):
            meant = {p for t in (_types_of(resource) if resource is not None else ()) for p in tree.targets_of(t)}
            yield site._replace(doubt=_doubt(meant, subject, tree, declaring))
    for user in tree.environments_with(subject.name) if subject.kind == "parameter" else ():
        among = tree.candidates(user, home.path, subject.name)
        for occurrence in user.index.all_of("parameter", subject.name) if among else ():
            is_for_roots = user.environment.section_at(occurrence.span.start) == "parameters"
            if is_for_roots and tree.is_used(home.path):
                continue
            rivals = tree.rivals(user, home.path, subject.name)
            meant = {p for p in among | rivals if not is_for_roots or not tree.is_used(p)}
            doubt = _doubt(meant, subject, tree, declaring)
            yield Site(user.path, occurrence.span, occurrence.whole, doubt=doubt)


def _types_of(resource: Resource) -> Iterator[str]:
    """Yield the type of a resource, and those of the members of a group."""
    if resource.type:
        yield resource.type
    for _, kind in _members_of(resource):
        yield kind


def _doubt(meant: set[str], subject: Subject, tree: RelatedFiles, declaring: set[str]) -> str:
    """Return why a place stands for other templates as well, which have something of that name; "" for no such."""
    if subject.kind == "output":
        others = sorted(p for p in meant - declaring if (s := tree.analysis(p)) and subject.name in s.template.outputs)
    else:
        others = sorted(meant & tree.declaring(subject.name) - declaring)
    if not others:
        return ""
    shown = [os.path.relpath(path, tree.folder).replace(os.sep, "/") for path in others[:3]]
    more = f" and {len(others) - 3} more" if len(others) > 3 else ""
    return f"{', '.join(shown)}{more} {'have' if len(others) > 1 else 'has'} the {subject.kind} '{subject.name}', too"


def _own(home: FileAnalysis, subject: Subject) -> list[Site]:
    return [Site(home.path, o.span, o.whole, o.defines) for o in home.index.all_of(subject.kind, subject.name)]


def _defined(home: FileAnalysis, subject: Subject) -> list[Site]:
    found = home.names.definition_of(subject.kind, subject.name)
    return [Site(home.path, found.span, found.whole, True)] if found is not None else []


def _home(analysis: FileAnalysis, subject: Subject) -> FileAnalysis | None:
    if subject.path == analysis.path:
        return analysis
    return other(analysis, subject.path)


def other(analysis: FileAnalysis, path: str, project: Project | None = None) -> FileAnalysis | None:
    """Return another file in the same context, or as it is in another state of the project; None if it cannot be read."""
    meter = Meter(analysis.evaluation.meter.budget)
    try:
        return FileAnalysis(
            TemplateContext.open(project or analysis.project, path, analysis.context.environment, meter)
        )
    except (OSError, ReadError):
        return None


def _in_user(
    user: FileAnalysis, path: str, subject: Subject, types: frozenset[str] = frozenset()
) -> Iterator[tuple[Site, Resource | None]]:
    """Yield the places of a template's parameter or output in a text that uses the template, with the using resource.

    `types` are resource types that stand for the template, too.
    """
    if user.kind == "environment":
        if subject.kind == "parameter":
            yield from ((Site(user.path, o.span, o.whole), None) for o in user.index.all_of("parameter", subject.name))
        return
    for resource in user.template.resources.values():
        for used in (*nested_uses(user, resource), *_uses_by_type(resource, path, types)):
            if used.path != path:
                continue
            if subject.kind == "parameter" and used.properties is not None:
                entry = used.properties.entry(subject.name)
                if entry is not None and entry.via is None:
                    whole = Span(entry.key.start, max(entry.key.end, entry.value.end))
                    yield Site(user.path, name_span(entry.key), whole), resource
            elif subject.kind == "output":
                yield from ((site, resource) for site in _attribute_uses(user, resource.name, subject.name))


def _uses_by_type(resource: Resource, path: str, types: frozenset[str]) -> Iterator[Nested]:
    """Yield the uses of a template by types that stand for it: as the type of a resource, or of the members of a group."""
    properties = resource.field("properties")
    if resource.type in types:
        yield Nested(path, properties if isinstance(properties, Mapping) else None)
    for member, kind in _members_of(resource):
        if kind in types:
            given = member.get("properties")
            yield Nested(path, given if isinstance(given, Mapping) else None)


def _members_of(resource: Resource) -> Iterator[tuple[Mapping, str]]:
    """Yield the definition of the members of a group, and their type as it is written."""
    properties = resource.field("properties")
    for name in ("resource_def", "resource") if isinstance(properties, Mapping) else ():
        member = properties.get(name) if isinstance(properties, Mapping) else None
        kind = member.get("type") if isinstance(member, Mapping) else None
        if isinstance(member, Mapping) and isinstance(kind, Scalar) and isinstance(kind.value, str):
            yield member, kind.value


def _attribute_uses(user: FileAnalysis, resource: str, attribute: str) -> Iterator[Site]:
    """Yield where an output of a nested template is read: as an attribute of its resource, or of a member of a group."""
    for _, call in user.template.calls():
        args = call.args
        if (
            not call.function.takes("attribute")
            or not isinstance(args, list)
            or args[:1] != [resource]
            or len(args) < 2
        ):
            continue
        index = 2 if args[1] in ("outputs", "attributes") and args[2:3] == [attribute] else 1
        node, _entry = argument(call, (index,))
        if not isinstance(node, Scalar):
            continue
        span = name_span(node)
        if args[index] == attribute:
            yield Site(user.path, span, span)
        elif (at := _member_attribute(args[1], attribute)) and user.text[span.start : span.end] == args[1]:
            yield Site(user.path, Span(span.start + at, span.end), span)


def _member_attribute(written: object, attribute: str) -> int:
    """Return where the name of an attribute begins in `resource.0.address`; 0 for any other text."""
    if isinstance(written, str) and written.startswith("resource.") and written.endswith(f".{attribute}"):
        member = written[len("resource.") : -len(attribute) - 1]
        return len(written) - len(attribute) if member and "." not in member else 0
    return 0


class Nested(NamedTuple):
    """A template that a resource uses, and the mapping of its properties, where that is literal."""

    path: str
    properties: Mapping | None


def nested_uses(analysis: FileAnalysis, resource: Resource) -> list[Nested]:
    """Return the templates that a resource or its members are made of, the resource registry considered."""
    if not resource.type:
        return []
    found = []
    for use in analysis.context.uses(resource):
        if use.kind.location is not None and use.kind.location.path is not None:
            entry = resource.fields.get("properties")
            node = node_at(entry.value, use.path)[0] if entry is not None else None
            found.append(Nested(use.kind.location.path, node if isinstance(node, Mapping) else None))
    return found


def nested_path(analysis: FileAnalysis, resource: Resource) -> str | None:
    """Return the path of the template that a resource is made of; None for any other resource."""
    return next((n.path for n in nested_uses(analysis, resource)), None)


def _nested_property(analysis: FileAnalysis, offset: int) -> Subject | None:
    """Return the parameter of a nested template that a property at an offset sets; None for any other."""
    spot = cursor_at(analysis.document.root, offset)
    path = spot.path
    if not spot.on_key or len(path) < 4 or path[0] != "resources" or path[2] != "properties" or spot.entry is None:
        return None
    resource = analysis.template.resources.get(str(path[1]))
    if resource is None or path[-1] in functions.NAMES:
        return None
    for used in nested_uses(analysis, resource):
        if used.properties is not None and any(e is spot.entry for e in used.properties.entries):
            return Subject(used.path, "parameter", str(path[-1]), name_span(spot.entry.key))
    return None


def _nested_output(analysis: FileAnalysis, offset: int) -> Subject | None:
    """Return the output of a nested template that an attribute at an offset reads; None for any other."""
    for _, call in calls_at(analysis, offset):
        named = _attribute_named(call)
        node, _entry = argument(call, (1,))
        if named is None or node is None or offset not in Span(node.start, node.end):
            continue
        resource = analysis.template.resources.get(named[0])
        home = nested_path(analysis, resource) if resource is not None else None
        if home is not None:
            return Subject(home, "output", named[1], name_span(node))
    return None


def _attribute_named(call: Call) -> tuple[str, str] | None:
    args = call.args
    if (
        call.function.takes("attribute")
        and isinstance(args, list)
        and len(args) > 1
        and isinstance(args[0], str)
        and isinstance(args[1], str)
    ):
        return args[0], args[1]
    return None


def _file_of(analysis: FileAnalysis, subject: Subject) -> list[Site]:
    """Return the start of the file that a name leads to."""
    path = file_path(analysis, subject.kind, subject.name)
    return [Site(path, Span(0, 0), Span(0, 0), True)] if path is not None else []


def file_path(analysis: FileAnalysis, kind: str, name: str) -> str | None:
    """Return the path of the file that a name leads to, directly or by the resource registry; None for no file.

    A file that exists only as a Jinja source leads to that source.
    """
    path = _named_path(analysis, kind, name)
    project = analysis.context.project
    source = project.jinja_source(path) if path is not None and project.files.state(path) == "missing" else None
    return os.path.join(os.path.dirname(path), source) if path is not None and source is not None else path


def _named_path(analysis: FileAnalysis, kind: str, name: str) -> str | None:
    """Return the path that a name stands for, whether there is such a file or not; None for no path."""
    if kind == "file":
        return None if "://" in name and not name.startswith("file://") else analysis.relative_path(name)
    if analysis.kind == "environment":
        entry = EnvironmentFile(analysis.document).entries("resource_registry").get(name)
        target = entry.value.value if entry is not None and isinstance(entry.value, Scalar) else None
        return analysis.relative_path(target) if isinstance(target, str) and is_file(target) else None
    found = analysis.context.resolve_type(name, "").location if analysis.kind == "hot" else None
    return found.path if found is not None else None
