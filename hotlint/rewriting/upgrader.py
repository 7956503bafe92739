"""Upgrade a template to a later version of HOT, each step proved to change nothing that is deployed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from copy import deepcopy
from typing import Any, NamedTuple

from hotlint import heat_types
from hotlint.analysis.file_kinds import is_source
from hotlint.analysis.template import Template, kind_of
from hotlint.dry_run.stack_preview import Preview
from hotlint.language import versions
from hotlint.linter.checking.engine import Engine
from hotlint.linter.checking.file_result import FileResult
from hotlint.resource_types import releases
from hotlint.rewriting.function_successors import Succession, successions, why_not
from hotlint.rewriting.type_successors import Rename, deletion_policies, renames
from hotlint.syntax.edits import ChosenEdits, Edit, apply_edits
from hotlint.syntax.nodes import Scalar
from hotlint.syntax.parser import parse
from hotlint.syntax.source import LineIndex, Source, Span

ROUNDS = 50
"""Rounds of replacing calls, each of which replaces the innermost: the depth to which calls may be nested."""
_PATHS_SINCE = "2014-10-16"
"""The version from which get_attr hands its path to the resource, which groups apply to each member."""


class Decision(NamedTuple):
    """What a person has to decide. `span` is in the text after the upgrade."""

    message: str
    span: Span


class UpgradeResult(NamedTuple):
    """A text after its upgrade. `done` counts what was replaced; `decisions` are what is left.

    `reason` says in a clause why the text was left as it is altogether; None when it was looked at. `is_other`: the text is
    no HOT template. `files` were read or looked for, among them `environments`.
    """

    text: str
    reason: str | None = None
    done: tuple[tuple[str, int], ...] = ()
    decisions: tuple[Decision, ...] = ()
    is_other: bool = False
    files: frozenset[str] = frozenset()
    environments: tuple[str, ...] = ()


class Upgrader:
    """Upgrades templates to a version of HOT, which `to` names as it is to be written: wallaby, or 2021-04-16."""

    def __init__(self, engine: Engine, to: str) -> None:
        self.engine = engine
        self.to = to
        self.version = versions.canonical(to) or versions.NEWEST

    def upgrade(self, path: str, text: str) -> UpgradeResult:
        """Return the text with everything upgraded that is proved to have the same result, and what is left to decide."""
        if is_source(path, parse(Source(path, text))):
            return UpgradeResult(text, "it is a Jinja source, which is YAML only once it is rendered", is_other=True)
        start = self.engine.check_file(path, text)
        if start is None or start.context is None or kind_of(start.document) != "hot":
            return UpgradeResult(text, "it is no HOT template", is_other=True)
        problem = next((p for p in start.document.problems if p.slug != "duplicate-key"), None)
        if problem is not None:
            found = UpgradeResult(text, f"it is not valid YAML: {problem.message}")
        else:
            work = _Work(self, start)
            work.language()
            work.names()
            done, decisions = tuple(work.done.items()), tuple(work.decisions())
            found = UpgradeResult(work.now.document.text, None, done, decisions)
        return found._replace(files=start.files, environments=start.environments)


class _Work:
    """The upgrade of one text: `now` is its result so far, and `last` what was checked last."""

    def __init__(self, upgrader: Upgrader, start: FileResult) -> None:
        self.engine = upgrader.engine
        self.to = upgrader.to
        self.version = upgrader.version
        self.now = start
        self.last = start
        self.done: Counter[str] = Counter()
        self.why_not: str | None = None
        # A version alone means the release that brought it: a later one may be all that the cloud has, but need not be.
        name = "" if start.settings.target else versions.RELEASES[self.version]
        self.release = (releases.number_of(name) or releases.known()[0].number) if name else None

    @property
    def template(self) -> Template:
        """The template as it is now."""
        assert self.now.context is not None
        return self.now.context.template

    # -- version and functions ---------------------------------------------------------------------------------------

    def language(self) -> None:
        """Raise the version and replace the functions that it does not have; else replace what the present one allows."""
        node = self.template.version_node
        current = versions.canonical(node.value) if isinstance(node, Scalar) else None
        if current is None or not isinstance(node, Scalar):
            self.why_not = "its version is not one that Heat knows"
            return
        if current > self.version:
            self.why_not = f"it already has the later version {versions.display_name(current)}"
            return
        if current < self.version:
            self.why_not = self._member_paths(current) or self._raised(node)
            if self.why_not is None:
                return
        self._replaced_in(current)

    def _raised(self, version: Scalar) -> str | None:
        """Raise the version and replace all outdated functions. Returns why that is not possible, None when it is done."""
        text, done, left = self._with_successors(self.version)
        if left:
            return f"'{left[0].call.name}' cannot be replaced: {why_not(left[0], self.version)}"
        raised = self._checked(self._with_version(text))
        policies = list(deletion_policies(raised.context, self.version)) if raised.context is not None else []
        after = self._checked(apply_edits(raised.document.text, policies))
        why = obstacle(self.now, after)
        if why is None:
            self.now = after
            self.done += done
            self.done[f"version {version.value} -> {self.to}"] += 1
            self.done += Counter(["deletion policy in lower case"] * len(policies))
        return why

    def _with_version(self, text: str) -> str:
        """Return a text whose version is raised, in the quotes that it has."""
        context = self._checked(text).context
        assert context is not None
        node = context.template.version_node
        assert isinstance(node, Scalar)
        quote = node.style if node.style in ("'", '"') else ""
        return apply_edits(text, [Edit(Span(node.start, node.end), f"{quote}{self.to}{quote}")])

    def _replaced_in(self, version: str) -> None:
        """Replace the outdated functions whose successors a version has already."""
        text, done, _ = self._with_successors(version)
        if text != self._text:
            after = self._checked(text)
            if obstacle(self.now, after) is None:
                self.now = after
                self.done += done

    def _with_successors(self, version: str) -> tuple[str, Counter[str], list[Succession]]:
        """Return the text with outdated functions replaced, what was replaced, and the calls that cannot be."""
        state, done = self.now, Counter[str]()
        left: list[Succession] = []
        for _ in range(ROUNDS):
            assert state.context is not None
            found = [(s, why_not(s, version)) for s in successions(state.context.template)]
            left = [s for s, why in found if why is not None]
            edits, chosen = list[Edit](), ChosenEdits()
            replaced = [(s.edit, s) for s, why in found if s.edit is not None and why is None]
            for edit, succession in sorted(replaced, key=lambda pair: pair[0].span.end - pair[0].span.start):
                if not chosen.touch([edit]):
                    chosen.add([edit])
                    edits.append(edit)
                    done[f"{succession.call.name} -> {succession.successor or 'its argument'}"] += 1
            if not edits:
                break
            state = self._checked(apply_edits(state.document.text, edits))
            if state.document.broken:
                return self._text, Counter(), left
        return state.document.text, done, left

    def _member_paths(self, current: str) -> str | None:
        """Return why the version cannot be raised where a path into an attribute of a group would mean something else."""
        if not current < _PATHS_SINCE <= self.version or self.now.context is None:
            return None
        for _, call in self.template.calls():
            args = call.args
            if call.name == "get_attr" and isinstance(args, list) and len(args) > 2 and isinstance(args[0], str):
                resource = self.template.resources.get(args[0])
                if resource is not None and heat_types.of(resource.type or "").applies_paths:
                    return f"get_attr with a path into '{args[0]}' would apply the path to each of its members"
        return None

    # -- types and properties ----------------------------------------------------------------------------------------

    def names(self) -> None:
        """Replace deprecated types and properties: all at once, or else one by one."""
        assert self.now.context is not None
        found = list(renames(self.now.context, self.release))
        if found and not self._renamed(found):
            refused: set[tuple[str, tuple[str | int, ...]]] = set()
            while (one := self._next(refused)) is not None:
                if not self._renamed([one]):
                    refused.add((one.resource, one.path))

    def _next(self, refused: set[tuple[str, tuple[str | int, ...]]]) -> Rename | None:
        assert self.now.context is not None
        return next((r for r in renames(self.now.context, self.release) if (r.resource, r.path) not in refused), None)

    def _renamed(self, chosen: list[Rename]) -> bool:
        after = self._checked(apply_edits(self._text, [r.edit for r in chosen]))
        if obstacle(self.now, after, chosen) is not None:
            return False
        self.now = after
        self.done += Counter(f"{r.old} -> {r.new}" for r in chosen)
        return True

    # -- what is left ------------------------------------------------------------------------------------------------

    def decisions(self) -> list[Decision]:
        """Return what a person has to decide, in the order of the text."""
        stays = {
            Span(each.entry.key.start, each.entry.key.end): f"'{each.call.name}' stays: {each.reason}"
            for each in successions(self.template)
            if each.edit is None
        }
        deprecated = (d for d in self.now.diagnostics if "deprecated" in d.tags and d.span not in stays)
        found = [Decision(d.message, d.span) for d in deprecated]
        found += [Decision(message, span) for span, message in stays.items()]
        node = self.template.version_node
        if self.why_not is not None and node is not None:
            shown = node.value if isinstance(node, Scalar) else "unknown"
            message = f"heat_template_version stays {shown}: {self.why_not}"
            found.append(Decision(message, Span(node.start, node.end)))
        return sorted(found, key=lambda d: d.span)

    @property
    def _text(self) -> str:
        return self.now.document.text

    def _checked(self, text: str) -> FileResult:
        if text != self.last.document.text:
            checked = self.engine.check_file(self.now.path, text)
            assert checked is not None
            self.last = checked
        return self.last


def place(lines: LineIndex, span: Span) -> tuple[int, int]:
    """Return the 1-based line and column of a span in a text."""
    at = lines.position(span.start)
    return at.line + 1, at.column + 1


_SECTIONS = ("parameters", "conditions", "resources", "outputs")


def obstacle(before: FileResult, after: FileResult, renames: Iterable[Rename] = ()) -> str | None:
    """Return what is different after a rewriting, as a clause; None when the dry runs are equal and no new problem is found.

    Names that were replaced by `renames` are the same. An error stays one, whatever its message.
    """
    if after.document.broken or before.context is None or after.context is None:
        return "the text would no longer be valid YAML"
    known = Counter((d.code, d.message) for d in before.diagnostics)
    for found in after.diagnostics:
        if found.severity != "info" and not known[found.code, found.message]:
            return f"{found.code} would be reported: {found.message}"
    old, new = (Preview(context, show_hidden=True).to_dict() for context in (before.context, after.context))
    return _different(_with_new_names(old, renames), new)


def _different(old: dict[str, Any], new: dict[str, Any]) -> str | None:
    for section in _SECTIONS:
        one, other = old[section], new[section]
        for name in (*one, *(n for n in other if n not in one)):
            if name not in one or name not in other or not _alike(one[name], other[name]):
                return f"{section}.{name} would have another value in the dry run"
    return None


def _alike(old: Any, new: Any) -> bool:
    """Return whether two parts of dry runs are equal, messages and reasons aside."""
    if isinstance(old, dict) and isinstance(new, dict):
        if "error" in old and "error" in new:
            return True
        if "unknown" in old and "unknown" in new:
            return bool(old.get("value") == new.get("value"))
        return old.keys() == new.keys() and all(_alike(value, new[key]) for key, value in old.items())
    return type(old) is type(new) and bool(old == new)


def _with_new_names(result: dict[str, Any], renames: Iterable[Rename]) -> dict[str, Any]:
    result = deepcopy(result)
    for rename in renames:
        resource = result["resources"][rename.resource]
        if not rename.path:
            resource["type"] = rename.new
            continue
        values: Any = resource["properties"].get("value")
        for step in rename.path[:-1]:
            known = isinstance(values, dict) or (
                isinstance(values, list) and isinstance(step, int) and step < len(values)
            )
            values = (values.get(step) if isinstance(values, dict) else values[step]) if known else None
        if isinstance(values, dict) and rename.old in values:
            values[rename.new] = values.pop(rename.old)
    return result
