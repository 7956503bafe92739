"""Read a text as a Document: JSON or YAML, with recovery from text that is neither."""

from __future__ import annotations

from hotlint.syntax.nodes import Document, Mapping, Node, Problem
from hotlint.syntax.source import Source, Span
from hotlint.syntax.yaml_parser import read_yaml

VERSION_KEYS = ("heat_template_version", "AWSTemplateFormatVersion", "HeatTemplateFormatVersion")
"""Keys of which a template has one, and an environment none: a template's text is stripped, and is JSON if it begins with {."""


def parse(source: Source) -> Document:
    """Return the Document of a text: as JSON where it is JSON, else as YAML. Raises nothing, whatever the text holds.

    Heat's order (heatclient.common.template_format): a template that is valid JSON has its scalars typed by JSON's rules.
    """
    text = source.text
    in_braces = text[:1] == "{" or (text[:1].isspace() and text.lstrip().startswith("{"))
    if in_braces:
        from hotlint.syntax.json_parser import parse_json

        from_json = parse_json(source)
        if from_json is not None:
            return from_json
    document = _from_yaml(source)
    if document.broken:
        from hotlint.syntax.recovery import repair

        return repair(document, read_yaml)
    if in_braces and is_template(document.root):
        from hotlint.syntax.json_parser import json_problem

        document.problems.append(json_problem(text))
    return document


def _from_yaml(source: Source) -> Document:
    """Return the Document of a YAML text: a template's without the white space around it, which the client strips."""
    text = source.text
    if not any(key in text for key in VERSION_KEYS):
        return read_yaml(source, text)
    indent = _first_indent(text) if text[:1].isspace() else 0
    document = read_yaml(source, text.rstrip(), indent)
    if document.broken and indent:
        as_written = read_yaml(source, text)
        if not as_written.broken and is_template(as_written.root):
            message = (
                "first line must not be indented: Heat strips it, so that the lines below no longer line up with it"
            )
            as_written.problems.append(Problem("indentation", message, Span(0, indent)))
        return as_written
    return document if document.broken or is_template(document.root) else read_yaml(source, text)


def _first_indent(text: str) -> int:
    """Return the offset of the first character that is not white space, if its line is indented; 0 if not."""
    offset = len(text) - len(text.lstrip())
    return 0 if text[offset - 1] in "\r\n" else offset


def is_template(root: Node | None) -> bool:
    """Return whether a root is a mapping with a version, as that of every template."""
    return isinstance(root, Mapping) and any(entry.name in VERSION_KEYS for entry in root.items())
