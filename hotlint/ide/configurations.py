"""Completion in configurations: settings, rules, and the values that a setting takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hotlint.ide.completion.request import CompletionAt, CompletionItem, CompletionList
from hotlint.ide.own_files import OwnRequest, words
from hotlint.linter.diagnostic import SEVERITIES
from hotlint.linter.packs.registry import load
from hotlint.linter.settings import keys as settings
from hotlint.linter.settings.selectors import known_rules
from hotlint.policies.reader import packs
from hotlint.resource_types.releases import known
from hotlint.syntax.field_reader import DocumentKey

_USUAL = ("environments", "deployments", "ignore", "severity", "policies", "target", "templates", "jinja")
"""The settings that most configurations are written for."""
_NESTED = {"deployments": settings.DEPLOYMENT, "jinja": settings.JINJA}


def configuration_completions(at: CompletionAt) -> CompletionList:
    """Return the completions in a configuration: settings, rules, and the values that a setting takes."""
    request = OwnRequest(at)
    steps = request.steps
    level: Iterable[settings.Key] = settings.KEYS.values()
    if steps[:1] == ["templates"]:
        level = () if len(steps) == 1 else [key for key in level if key.in_templates]
        steps = steps[2:]
    elif steps and steps[0] in _NESTED:
        level, steps = _NESTED[steps[0]], steps[1:]
    if steps:
        kind = next((key.kind for key in level if key.name == steps[0]), "")
        return request.answer(_of_setting(request, kind, steps))
    keys = [DocumentKey(key.name, key.kind, key.description) for key in level]
    return request.answer(request.keys(keys, _USUAL) if request.takes_key else ())


def _of_setting(request: OwnRequest, kind: str, steps: list[str]) -> Iterator[CompletionItem]:
    """Yield the values of a setting of a kind, or the keys of its mapping."""
    if kind == "severities" and len(steps) == 1 and request.takes_key:
        yield from (i._replace(insert=request.as_key(i.label)) for i in request.rules(selecting=True))
    elif kind == "selectors":
        yield from request.rules(selecting=True)
    elif kind in ("severity", "severities"):
        yield from words(SEVERITIES)
    elif kind.startswith("choice of "):
        yield from words(kind.removeprefix("choice of ").split())
    elif kind == "boolean":
        yield from words(("true", "false"))
    elif kind == "profiles":
        yield from words(known_rules(load().rules).profiles)
    else:
        yield from _files_for(request, kind, steps[0])


def _files_for(request: OwnRequest, kind: str, setting: str) -> Iterator[CompletionItem]:
    """Yield what a setting that names files may hold: also releases of OpenStack, and packs of policies."""
    if kind == "target":
        yield from words(release.series for release in reversed(known()))
    elif kind == "policies":
        yield from words(packs())
    if kind in ("target", "policies", "extends", "file", "paths", "globs"):
        yield from (item.adding(remoteness=1) for item in request.files(setting))
