"""Read a text as a Document: JSON or YAML, with recovery from text that is neither."""

from __future__ import annotations

from hotlint.syntax.nodes import Document
from hotlint.syntax.source import Source
from hotlint.syntax.yaml_parser import read_yaml


def parse(source: Source) -> Document:
    """Return the Document of a text: as JSON where it is JSON, else as YAML. Raises nothing, whatever the text holds.

    Heat's order (heat.common.template_format): a template that is valid JSON has its scalars typed by JSON's rules.
    """
    from_json = _parse_json(source)
    if from_json is not None:
        return from_json
    document = read_yaml(source, source.text)
    if document.broken:
        from hotlint.syntax.recovery import repair

        return repair(document, read_yaml)
    return document


def _parse_json(source: Source) -> Document | None:
    """Return the document of a JSON text; None for a text that is not JSON."""
    if not source.text.lstrip(" \t\r\n").startswith("{"):
        return None
    from hotlint.syntax.json_parser import parse_json

    return parse_json(source)
