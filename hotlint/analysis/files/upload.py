"""What Heat's client sends for a template: the template, the files that it leads to, and the environments.

As in heatclient.common.template_utils: names of files become addresses, templates and environments become JSON.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from hotlint.analysis.environments.file import to_plain
from hotlint.analysis.files.project import Project
from hotlint.analysis.files.sent_files import address_of, sent_template, sent_text, with_addresses
from hotlint.analysis.locations import locate


class Upload(NamedTuple):
    """What is sent: `template`, `files` by address, and the addresses of the environments, in order, with their `contents`.

    `left_out` are the addresses of files that the client would fetch from elsewhere, which are not sent.
    """

    template: dict[str, Any]
    files: dict[str, str]
    environments: tuple[str, ...]
    contents: tuple[Any, ...] = ()
    left_out: tuple[str, ...] = ()


def upload_of(project: Project, path: str, environments: tuple[str, ...]) -> Upload:
    """Return what is sent for the template at `path` with environments. Raises as `Project.document` does."""
    return _Collector(project).upload(path, environments)


class _Collector:
    """Collects the files that a template and its environments lead to."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.files: dict[str, str] = {}
        self.left_out: list[str] = []

    def upload(self, path: str, environments: tuple[str, ...]) -> Upload:
        root = self.project.document(path).root
        template = self._template(to_plain(root), path) if root is not None else {}
        sent = [self._environment(environment) for environment in environments]
        contents = tuple(content for _, content in sent)
        return Upload(template, self.files, tuple(address for address, _ in sent), contents, tuple(self.left_out))

    def _environment(self, path: str) -> tuple[str, Any]:
        root = self.project.document(path).root
        content = to_plain(root) if root is not None else {}
        registry = content.get("resource_registry") if isinstance(content, dict) else None
        if isinstance(registry, dict):
            content = {**content, "resource_registry": self._registry(registry, path, None)}
        address = address_of(path)
        self.files[address] = json.dumps(content)
        return address, content

    def _registry(self, registry: dict[str, Any], path: str, base: str | None) -> dict[str, Any]:
        base = registry.get("base_url") or base
        found: dict[str, Any] = {}
        for name, value in registry.items():
            if isinstance(value, dict):
                found[name] = self._registry(value, path, base)
            elif (
                isinstance(value, str) and "::" not in value and name not in ("base_url", "hooks", "restricted_actions")
            ):
                found[name] = self._file(value, path, base)
            else:
                found[name] = value
        return found

    def _template(self, value: Any, path: str) -> Any:
        """Return a template with the names of files as addresses, whose files are collected."""
        return with_addresses(value, lambda name: self._file(name, path))

    def _file(self, name: str, origin: str, base: str | None = None) -> str:
        location = locate(name, origin, base)
        if location.path is None:
            self.left_out.append(location.url or name)
            return location.url or name
        address = address_of(location.path)
        if address not in self.files:
            self.files[address] = ""  # for a template that leads back to itself
            self.files[address] = self._content(location.path)
        return address

    def _content(self, path: str) -> str:
        document = sent_template(self.project, path)
        if document is None or document.root is None:
            return sent_text(self.project, path)
        return json.dumps(self._template(to_plain(document.root), path))
