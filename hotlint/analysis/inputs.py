"""The inputs of a dry run: parameter values, attributes, files, and the facade of the using resource."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from hotlint.analysis.template import Resource
from hotlint.language.values import Value


class Given(NamedTuple):
    """A value from outside the template, and its origin: a file and the offset there, or a description (no offset)."""

    value: Any
    origin: str = ""
    offset: int | None = None


class Inputs(NamedTuple):
    """The inputs of a dry run.

    `parameters` and `defaults` are the environment's `parameters` and `parameter_defaults`. `attributes` holds
    {resource: {attribute: value, "__ref__": id}}. `file` returns the text of a file that get_file names, Unknown where it
    cannot be read. `attribute` returns an attribute that is known offline, or Unknown. `facade` returns what
    resource_facade yields for a name. `complete`: all parameter values are given, as at stack creation; `root`: the
    template is certainly not a nested one. `supplied`: whoever uses the template gives its parameters values, which are not
    known, so that no default counts.
    """

    parameters: Mapping[str, Given] = {}
    defaults: Mapping[str, Given] = {}
    attributes: Mapping[str, Mapping[str, Any]] = {}
    file: Callable[[str], Value] | None = None
    attribute: Callable[[Resource, Sequence[Value]], Value] | None = None
    facade: Callable[[str], Value] | None = None
    complete: bool = False
    root: bool = False
    supplied: bool = False
