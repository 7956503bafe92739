"""Redacts what comes from hidden parameters in findings, by the places that the findings are about."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property

from hotlint.analysis.environments.file import EnvironmentFile, to_plain
from hotlint.analysis.template import Named, Parameter, Resource, kind_of
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.common.files import ReadError
from hotlint.linter.diagnostic import Diagnostic
from hotlint.syntax.nodes import Mapping, Node, Sequence
from hotlint.syntax.source import Span

if TYPE_CHECKING:
    from hotlint.analysis.composition.template_context import TemplateContext
    from hotlint.dry_run.redaction import Secrets
    from hotlint.language.functions.base import Snippet


def redacted(found: list[Diagnostic], context: TemplateContext) -> list[Diagnostic]:
    """Return diagnostics with secrets redacted in their messages. The edits of fixes are left: they are for the file."""
    places = places_of(context)
    return [_redacted(d, places) for d in found] if places is not None else found


def _redacted(found: Diagnostic, places: HiddenPlaces) -> Diagnostic:
    spans = [found.span, *(r.span for r in found.related if r.path in (None, places.context.path))]

    def shown(text: str) -> str:
        return places.message(text, spans)

    related = tuple(r._replace(message=shown(r.message)) for r in found.related)
    fixes = tuple(f._replace(title=shown(f.title)) for f in found.fixes)
    return found._replace(message=shown(found.message), related=related, fixes=fixes)


def places_of(context: TemplateContext) -> HiddenPlaces | None:
    """Return where a template, or an environment, has hidden values; None where it has none."""
    return HiddenPlaces(context) if context.hides() or _hidden_names(context) else None


def _hidden_names(context: TemplateContext) -> set[str]:
    """Return the names of the hidden parameters of the templates that an environment is used with."""
    found: set[str] = set()
    if kind_of(context.document) == "environment":
        for path in {path for users in context.project.users.values() for path in users}:
            try:
                template = context.project.template(path)
            except (OSError, ReadError):
                continue
            found.update(p.name for p in template.parameters.values() if p.hidden)
    return found


class HiddenPlaces:
    """Where a template in its context, or an environment, has hidden values, and what a message there must not show."""

    def __init__(self, context: TemplateContext) -> None:
        from hotlint.dry_run.redaction import Redaction

        self.context = context
        self._redaction = Redaction(context)
        self._owners = sorted(context.template.owners(), key=lambda owner: owner.key.start)
        self._starts = [owner.key.start for owner in self._owners]
        self._values = sorted(self._hidden_values(), key=lambda found: found[0])
        self._value_starts = [start for start, _ in self._values]
        self._has_secrets = context.has_secret_attributes()
        self._known: dict[tuple[int, bool], Secrets] = {}
        self._everywhere: Secrets | None = None
        self._within: dict[TemplateContext, HiddenPlaces] = {}

    def _nested(self, context: TemplateContext) -> HiddenPlaces:
        """Return the places of a nested template, made once."""
        if context not in self._within:
            self._within[context] = HiddenPlaces(context)
        return self._within[context]

    def _hidden_values(self) -> Iterator[tuple[int, Node]]:
        """Yield the values of hidden parameters that the file has, with the starts of their entries."""
        for parameter in self.context.template.parameters.values():
            default = parameter.field("default")
            if parameter.hidden and default is not None:
                yield default.start, default
        names, file = _hidden_names(self.context), EnvironmentFile(self.context.document)
        for section in ("parameters", "parameter_defaults") if names else ():
            for name, entry in file.entries(section).items():
                if name in names:
                    yield entry.key.start, entry.value

    def message(self, text: str, spans: list[Span]) -> str:
        """Return a message about the places at some spans."""
        from hotlint.dry_run.redaction import shows_values

        for span in spans if shows_values(text) else ():
            found, kept = self._at(span.start, text)
            text = found(text, kept)
        return self.everywhere().foreign(text)

    def shows(self, span: Span, text: str) -> bool:
        """Return whether a text may be shown that stands in the file at a span, or in an edit that replaces it."""
        at = bisect_right(self._value_starts, span.start) - 1
        for _, node in self._values[max(at, 0) :]:
            if node.start >= max(span.end, span.start + 1):
                break
            if node.end > span.start and text.strip():
                return False
        return self.everywhere().foreign(text) == text

    def names(self, path: str) -> bool:
        """Return whether a path may hold a hidden value."""
        return any(text in path for text in self.everywhere().texts if len(text) > _SHORT)

    def everywhere(self) -> Secrets:
        """Return the values of hidden parameters: of the template, those around it, and nested ones that an environment sets."""
        if self._everywhere is None:
            found = self._everywhere = self._redaction.everywhere()
            for _, node in self._values:
                found.add(to_plain(node))
            defaults = self.context.environment.defaults
            for name in set(self.context.hidden_names()):
                if name in defaults:
                    found.add(defaults[name].value)
        return self._everywhere

    def _at(self, offset: int, message: str) -> tuple[Secrets, frozenset[str]]:
        """Return what a message about a place must not show, and the texts that it shows in any case."""
        from hotlint.dry_run.redaction import Secrets

        at = bisect_right(self._starts, offset) - 1
        owner = self._owners[at] if at >= 0 else None
        if owner is not None and offset < max(owner.key.end, owner.node.end):
            found = self._of(owner, True)
            found.prepare(message)
            return found, self._kept(owner, offset, message) if found.texts else frozenset()
        found, at = Secrets(), bisect_right(self._value_starts, offset) - 1
        if at >= 0 and offset <= self._values[at][1].end:
            found.add(to_plain(self._values[at][1]))
        return found, frozenset()

    def _of(self, owner: Named, around: bool) -> Secrets:
        """Return what comes from hidden values in the parts of an owner, and `around` it: in what it uses and refers to."""
        from hotlint.dry_run.redaction import Secrets

        key = id(owner), around
        if key not in self._known:
            found = self._known[key] = Secrets()
            if not self._reads_hidden(owner, set()):
                return found
            if isinstance(owner, Parameter):
                self._redaction.add_parameter(found, owner)
            for part in self.context.template.parts_of(owner):
                self._redaction.add_snippet(found, part.snippet)
                for call in part.calls if around else ():
                    for target in call.targets:
                        if target.name in self.context.template.resources and target.name != owner.name:
                            found.update(self._of(self.context.template.resources[target.name], False))
            if isinstance(owner, Resource):
                self._redaction.add_resource(found, owner)
                for use in self.context.uses(owner) if around and owner.type else ():
                    child = self.context.child_of(owner, use)
                    if child is not None:
                        found.update(self._nested(child)._whole())
        return self._known[key]

    def _reads_hidden(self, owner: Named, seen: set[int]) -> bool:
        """Return whether something hidden may be in the values of an owner, of what it refers to, or of a stack within it."""
        context, template = self.context, self.context.template
        if self._has_secrets:
            return True
        seen.add(id(owner))
        if isinstance(owner, Parameter):
            return owner.hidden or self._redaction.is_masked(owner)
        if isinstance(owner, Resource) and owner.type:
            children = (context.child_of(owner, use) for use in context.uses(owner))
            if any(child is not None and self._nested(child).reads_hidden for child in children):
                return True
        calls = [call for part in template.parts_of(owner) for call in part.calls]
        if any(not call.targets and not _FROM_OUTSIDE.isdisjoint(call.function.kinds) for call in calls):
            return True  # a name that is computed, or the resource that uses the template
        names = {target.name for call in calls for target in call.targets}
        named = (found for name in names for of in (template.parameters, template.resources) if (found := of.get(name)))
        return any(id(found) not in seen and self._reads_hidden(found, seen) for found in named)

    @cached_property
    def reads_hidden(self) -> bool:
        """Whether something hidden may be anywhere in the values of the template."""
        seen: set[int] = set()
        return bool(self._values) or any(self._reads_hidden(owner, seen) for owner in self._owners)

    def _whole(self) -> Secrets:
        """Return what comes from hidden values anywhere in the template."""
        from hotlint.dry_run.redaction import Secrets

        found = Secrets()
        for owner in self._owners:
            found.update(self._of(owner, True))
        return found

    def _kept(self, owner: Named, offset: int, message: str) -> frozenset[str]:
        """Return the texts of a message that the innermost entry around a place has, none of which comes from something hidden."""
        from hotlint.dry_run.redaction import Secrets

        for part in self.context.template.parts_of(owner):
            snippet = _entry_at(part.snippet, part.node, offset)
            if snippet is not part.snippet:
                found = Secrets()
                self._redaction.add_snippet(found, snippet)
                found.prepare(message)
                return frozenset(found.shown.difference(found.texts))
        return frozenset()


_FROM_OUTSIDE = frozenset({"parameter", "resource", "ref", "attribute", "file", "choice"})
"""Kinds of arguments that name what a value is taken from; the choice is that of `resource_facade`."""
_SHORT = 2
"""Characters of a secret that is no sign of itself within a path."""


def _entry_at(snippet: Snippet, node: Node, offset: int) -> Snippet:
    """Return the value of the innermost entry around a place, down to a function call; the snippet itself without one."""
    while True:
        if isinstance(snippet, dict) and isinstance(node, Mapping):
            found = next((e for e in node.items() if e.key.start <= offset <= e.value.end), None)
            if found is None or found.name not in snippet:
                return snippet
            snippet, node = snippet[found.name], found.value
        elif isinstance(snippet, list) and isinstance(node, Sequence) and len(snippet) == len(node.items):
            index = next((n for n, item in enumerate(node.items) if item.start <= offset <= item.end), None)
            if index is None:
                return snippet
            snippet, node = snippet[index], node.items[index]
        else:
            return snippet
