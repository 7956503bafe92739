"""Definitions and references of names, in a text and in the texts that belong to it.

A parameter of a template is a property in the templates that use it, and a key in environment files; an output is an
attribute there. `Subject` is a named thing with the file that declares it, `sites` returns all places of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from hotlint.analysis.budget import Meter
from hotlint.analysis.context import TemplateContext
from hotlint.analysis.environment import EnvironmentFile
from hotlint.analysis.symbols import is_file, name_span
from hotlint.analysis.template import Resource, argument, node_at
from hotlint.common.files import ReadError
from hotlint.ide.cursor import calls_at, cursor_at
from hotlint.ide.snapshot import Snapshot
from hotlint.language import functions
from hotlint.language.functions.base import Call
from hotlint.syntax.nodes import Mapping, Scalar
from hotlint.syntax.source import Span

Users = Callable[[str], list[Snapshot]]
"""The texts that may use a file: templates that name it, environment files that go with it."""


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
    """A place of a thing: `span` is its name, `whole` the definition around it."""

    path: str
    span: Span
    whole: Span
    defines: bool = False


def subject_at(snapshot: Snapshot, offset: int) -> Subject | None:
    """Return the thing named at an offset, which another file may declare; None where there is no name."""
    found = snapshot.index.at(offset)
    if found is not None:
        return Subject(snapshot.path, found.kind, found.name, found.span)
    return _nested_property(snapshot, offset) or _nested_output(snapshot, offset)


def definition(snapshot: Snapshot, offset: int, users: Users) -> list[Site]:
    """Return the definitions of the thing at an offset; for the name of a file, the start of that file."""
    subject = subject_at(snapshot, offset)
    if subject is None:
        return []
    if subject.kind in ("file", "type"):
        return _file_of(snapshot, subject)
    home = _home(snapshot, subject)
    if home is None:
        return []
    if home.kind == "environment":
        return [s for user in users(snapshot.path) for s in _defined(user, subject)]
    return _defined(home, subject)


def references(snapshot: Snapshot, offset: int, users: Users, declaration: bool = True) -> list[Site]:
    """Return every place of the thing at an offset, in all files."""
    subject = subject_at(snapshot, offset)
    return [s for s in sites(snapshot, subject, users) if declaration or not s.defines] if subject is not None else []


def highlights(snapshot: Snapshot, offset: int) -> list[Site]:
    """Return every place, in this text, of the thing at an offset."""
    found = snapshot.index.at(offset)
    if found is None:
        return []
    return [Site(snapshot.path, o.span, o.whole, o.defines) for o in snapshot.index.all_of(*found.key)]


def sites(snapshot: Snapshot, subject: Subject, users: Users) -> list[Site]:
    """Return every place of a thing: in the file that declares it, in environments, in the templates that use it."""
    home = _home(snapshot, subject)
    if home is None:
        return []
    if home.kind == "environment" and subject.kind == "parameter":
        templates = [u for u in users(home.path) if subject.name in u.template.parameters]
        found = _own(home, subject)
        for template in templates:
            found += [s for s in sites(template, subject._replace(path=template.path), users) if s not in found]
        return found
    found = _own(home, subject)
    if subject.kind in ("parameter", "output"):
        for user in users(home.path):
            found += [s for s in _in_user(user, home.path, subject) if s not in found]
    return found


def _own(home: Snapshot, subject: Subject) -> list[Site]:
    return [Site(home.path, o.span, o.whole, o.defines) for o in home.index.all_of(subject.kind, subject.name)]


def _defined(home: Snapshot, subject: Subject) -> list[Site]:
    found = home.index.definition_of(subject.kind, subject.name)
    return [Site(home.path, found.span, found.whole, True)] if found is not None else []


def _home(snapshot: Snapshot, subject: Subject) -> Snapshot | None:
    if subject.path == snapshot.path:
        return snapshot
    return other(snapshot, subject.path)


def other(snapshot: Snapshot, path: str) -> Snapshot | None:
    """Return another file in the same context; None for one that cannot be read."""
    meter = Meter(snapshot.evaluation.meter.budget)
    try:
        return Snapshot(TemplateContext.open(snapshot.project, path, snapshot.unit.environment, meter))
    except (OSError, ReadError):
        return None


def _in_user(user: Snapshot, path: str, subject: Subject) -> Iterator[Site]:
    """Yield the places of a template's parameter or output in a text that uses the template."""
    if user.kind == "environment":
        if subject.kind == "parameter":
            yield from (Site(user.path, o.span, o.whole) for o in user.index.all_of("parameter", subject.name))
        return
    for resource in user.template.resources.values():
        for used in nested_uses(user, resource):
            if used.path != path:
                continue
            if subject.kind == "parameter" and used.properties is not None:
                entry = used.properties.entry(subject.name)
                if entry is not None and entry.via is None:
                    yield Site(
                        user.path, name_span(entry.key), Span(entry.key.start, max(entry.key.end, entry.value.end))
                    )
            elif subject.kind == "output":
                yield from _attribute_uses(user, resource.name, subject.name)


def _attribute_uses(user: Snapshot, resource: str, attribute: str) -> Iterator[Site]:
    for _, call in user.template.calls():
        if call.function.takes("attribute") and isinstance(call.args, list) and call.args[:2] == [resource, attribute]:
            node, _entry = argument(call, (1,))
            if isinstance(node, Scalar):
                yield Site(user.path, name_span(node), name_span(node))


class Nested(NamedTuple):
    """A template that a resource uses, and the mapping of its properties, where that is literal."""

    path: str
    properties: Mapping | None


def nested_uses(snapshot: Snapshot, resource: Resource) -> list[Nested]:
    """Return the templates that a resource or its members are made of, the resource registry considered."""
    if not resource.type:
        return []
    found = []
    for use in snapshot.unit.uses(resource):
        if use.kind.location is not None and use.kind.location.path is not None:
            entry = resource.fields.get("properties")
            node = node_at(entry.value, use.path)[0] if entry is not None else None
            found.append(Nested(use.kind.location.path, node if isinstance(node, Mapping) else None))
    return found


def nested_path(snapshot: Snapshot, resource: Resource) -> str | None:
    """Return the path of the template that a resource is made of; None for any other resource."""
    return next((n.path for n in nested_uses(snapshot, resource)), None)


def _nested_property(snapshot: Snapshot, offset: int) -> Subject | None:
    """Return the parameter of a nested template that a property at an offset sets; None for any other."""
    spot = cursor_at(snapshot.document.root, offset)
    path = spot.path
    if not spot.on_key or len(path) < 4 or path[0] != "resources" or path[2] != "properties" or spot.entry is None:
        return None
    resource = snapshot.template.resources.get(str(path[1]))
    if resource is None or path[-1] in functions.NAMES:
        return None
    for used in nested_uses(snapshot, resource):
        if used.properties is not None and any(e is spot.entry for e in used.properties.entries):
            return Subject(used.path, "parameter", str(path[-1]), name_span(spot.entry.key))
    return None


def _nested_output(snapshot: Snapshot, offset: int) -> Subject | None:
    """Return the output of a nested template that an attribute at an offset reads; None for any other."""
    for _, call in calls_at(snapshot, offset):
        named = _attribute_named(call)
        node, _entry = argument(call, (1,))
        if named is None or node is None or offset not in Span(node.start, node.end):
            continue
        resource = snapshot.template.resources.get(named[0])
        home = nested_path(snapshot, resource) if resource is not None else None
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


def _file_of(snapshot: Snapshot, subject: Subject) -> list[Site]:
    """Return the start of the file that a name leads to."""
    path = file_path(snapshot, subject.kind, subject.name)
    return [Site(path, Span(0, 0), Span(0, 0), True)] if path is not None else []


def file_path(snapshot: Snapshot, kind: str, name: str) -> str | None:
    """Return the path of the file that a name leads to, directly or by the resource registry; None for no file."""
    if kind == "file":
        return None if "://" in name and not name.startswith("file://") else snapshot.relative_path(name)
    if snapshot.kind == "environment":
        entry = EnvironmentFile(snapshot.document).entries("resource_registry").get(name)
        target = entry.value.value if entry is not None and isinstance(entry.value, Scalar) else None
        return snapshot.relative_path(target) if isinstance(target, str) and is_file(target) else None
    found = snapshot.unit.resolve_type(name, "").location if snapshot.kind == "hot" else None
    return found.path if found is not None else None
