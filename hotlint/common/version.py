"""What hotlint says about itself: its version, and the address of the project.

The package takes the version from here; the extension for VS Code states its three numbers. While the address is empty, no report,
package or editor shows a link to the project. `python tools/release.py address URL` sets it, here and in the documents, which write
OWNER/hotlint until then.
"""

__version__ = "0.2.0.dev0"

ADDRESS = ""
"""The repository, such as "https://github.com/OWNER/hotlint" without a slash at its end; "" until it is published."""


def rule_address(code: str) -> str | None:
    """Return the address of a built-in rule's page; None while the project has none, and for other rules."""
    return f"{ADDRESS}/blob/main/docs/rules/{code}.md" if ADDRESS and code.startswith("HOT") else None
