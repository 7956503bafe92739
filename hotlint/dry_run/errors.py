"""The errors of a dry run: where a stack would fail as Heat fails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.dry_run.given_values import parameter_errors
from hotlint.dry_run.results import ResourceResult, StackResult


def errors(preview: StackResult, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield the paths at which a dry run fails as Heat would, each with the reason; nested templates included."""
    for name, reason in parameter_errors(preview):
        yield f"{prefix}parameters.{name}", reason
    for section, found in (
        ("conditions", preview.conditions()),
        ("outputs", preview.outputs()),
    ):
        for name, result in found.items():
            if result.error is not None:
                yield f"{prefix}{section}.{name}", result.error
    yield from _resource_errors(preview.resources(), f"{prefix}resources.")


def _resource_errors(resources: Mapping[str, ResourceResult], prefix: str) -> Iterator[tuple[str, str]]:
    for name, found in resources.items():
        if found.enabled is False:
            continue
        for field, result in (("properties", found.properties), ("metadata", found.metadata)):
            for key, part in (result.parts or {"": result}).items():
                if part.error is not None:
                    yield f"{prefix}{name}.{field}{f'.{key}' if key != '' else ''}", part.error
        if found.nested is not None:
            if found.nested.failed:
                yield f"{prefix}{name}", found.nested.note or "its nested stack cannot be evaluated"
            if found.nested.preview is not None:
                yield from errors(found.nested.preview, f"{prefix}{name}.nested.")
            yield from _resource_errors(found.nested.members, f"{prefix}{name}.nested.resources.")
