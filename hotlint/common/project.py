"""The address of the project: the one setting that holds it, and the pages that it leads to.

While it is empty, no report, package or editor shows a link to the project. `python tools/release.py address URL` sets it, here
and in the documents, which write OWNER/hotlint until then.
"""

from __future__ import annotations

ADDRESS = ""
"""The repository, such as "https://github.com/OWNER/hotlint" without a slash at its end; "" until it is published."""


def rule_address(code: str) -> str | None:
    """Return the address of a built-in rule's page; None while the project has none, and for other rules."""
    return f"{ADDRESS}/blob/main/docs/rules/{code}.md" if ADDRESS and code.startswith("HOT") else None
