"""Metadata of the package that depend on the project's address: links, and a README whose links work outside the repository.

Read by hatchling when it builds. The address is in hotlint/common/version.py, the version in hotlint/common/version.py.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(!?)\[([^\[\]]*)\]\(([^()\s]+)\)")
_ABSOLUTE = re.compile(r"(?i)[a-z][a-z0-9+.-]*:|#")


class ProjectMetadataHook(MetadataHookInterface):
    """Sets `readme` and `urls`."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the metadata that depend on the address."""
        top = Path(self.root)
        address = setting(top / "hotlint/common/version.py", "ADDRESS")
        version = setting(top / "hotlint/common/version.py", "__version__")
        readme = (top / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": published_readme(readme, address, version)}
        metadata["urls"] = urls(address, version)


def setting(path: Path, name: str) -> str:
    """Return the value of a string that a module assigns at top level. Raises ValueError when it assigns none."""
    found = re.search(rf'(?m)^{name} = "([^"\\]*)"$', path.read_text(encoding="utf-8"))
    if found is None:
        raise ValueError(f"{path} assigns no text to {name}")
    return found[1]


def urls(address: str, version: str) -> dict[str, str]:
    """Return the links of the project; none while it has no address."""
    if not address:
        return {}
    return {
        "Source": address,
        "Documentation": f"{address}/tree/v{version}/docs",
        "Changelog": f"{address}/blob/v{version}/CHANGELOG.md",
        "Issues": f"{address}/issues",
    }


def published_readme(text: str, address: str, version: str) -> str:
    """Return the README with links to files that work from anywhere.

    While the project has no address, a link becomes its text and a picture is left out.
    """

    def replaced(link: re.Match[str]) -> str:
        picture, label, target = link.groups()
        if _ABSOLUTE.match(target):
            return link[0]
        if not address:
            return "" if picture else label
        kind = "raw" if picture else "blob"
        return f"{picture}[{label}]({address}/{kind}/v{version}/{target})"

    parts = re.split(r"(?ms)(^```.*?^```$)", text)
    linked = "".join(part if part.startswith("```") else _LINK.sub(replaced, part) for part in parts)
    return re.sub(r"\n{3,}", "\n\n", linked)
