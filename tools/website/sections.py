"""The sections of the site: what stands in its header, and which pages the list at the side has in each of them.

Every page of `docs/` has a place here; the build fails for one that has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from website.markdown import escape, page, toctree

SECTIONS: dict[str, tuple[str, dict[str, tuple[str, ...]]]] = {
    "Guide": (
        "Learn hotlint, and do one task after the other.",
        {
            "Begin": ("docs/start", "docs/guide", "docs/playground", "docs/faq", "docs/heat-questions"),
            "Check": (
                "docs/deployments",
                "docs/baseline",
                "docs/recipes",
                "docs/ci",
                "docs/clients",
                "docs/cluster",
                "docs/jinja",
            ),
            "See what a template does": ("docs/preview", "docs/plan", "docs/failure", "docs/cloud"),
            "Change templates": ("docs/format", "docs/upgrade"),
            "Hold templates to rules": ("docs/testing", "docs/policies", "docs/policies-onap", "docs/template-docs"),
            "Work with it": ("docs/editors", "docs/agents", "docs/packaging"),
        },
    ),
    "Reference": (
        "Look up what hotlint and Heat know.",
        {
            "hotlint": (
                "docs/reference/commands/index",
                "docs/reference/configuration",
                "docs/reference/suites",
                "docs/reference/policies",
                "docs/json-output",
                "docs/python-api",
                "docs/rules/README",
                "server/README",
                "vscode-extension/README",
            ),
            "Heat": (
                "docs/reference/types/index",
                "docs/reference/functions/index",
                "docs/reference/keys",
                "docs/reference/constraints",
                "docs/services",
            ),
        },
    ),
    "Evidence": (
        "See how far you can rely on hotlint, and how that is measured.",
        {
            "Reliability": ("docs/reliability", "docs/real-trees", "docs/contributing/parity", "docs/performance"),
            "Limits": ("docs/limits", "docs/not-checked", "docs/network", "docs/hostile", "SECURITY", "docs/stability"),
        },
    ),
    "Project": (
        "Change hotlint.",
        {
            "Project": (
                "CHANGELOG",
                "CONTRIBUTING",
                "ARCHITECTURE",
                "docs/contributing/README",
                "docs/decisions/README",
            ),
            "Examples": ("examples/README",),
        },
    ),
}
"""Section -> what a reader does there, and its groups: the title of a group -> paths of pages, without suffix."""
INSIDE = {"docs/contributing/": "*", "docs/decisions/": "0*", "docs/rules/": "HOT*", "examples/": "rulepack/README"}
"""Folder whose README is an index, which has a place -> the pages that it lists."""


MANY = {
    "Rule": "docs/rules/HOT",
    "Resource type": "docs/reference/types/OS-",
    "AWS resource type": "docs/reference/types/AWS-",
    "Function": "docs/reference/functions/",
    "Command": "docs/reference/commands/",
}
"""Kind of which there are many pages -> how their paths begin."""


def pages(titles: Mapping[str, str]) -> dict[str, str]:
    """Return the first page of each section, by path. `titles` has the title of each page of the site, by its path with suffix."""
    made = {}
    for section, (purpose, groups) in SECTIONS.items():
        parts = [f"# {section}", purpose]
        for caption, paths in groups.items():
            links = [f"- [{escape(titles[f'{path}.md'])}]({path}.md)" for path in paths]
            parts += [f"## {caption}", "\n".join(links), toctree(paths, caption=caption)]
        made[f"{section.lower()}.md"] = page(*parts)
    return made


def without_place(paths: Iterable[str]) -> list[str]:
    """Return the paths of pages that no section lists and that are in no folder with an index."""
    placed = {f"{path}.md" for _, groups in SECTIONS.values() for listed in groups.values() for path in listed}
    return [path for path in paths if path not in placed and not path.startswith((*INSIDE,))]


def title(text: str) -> str:
    """Return the title of a page of Markdown: its first heading, without marks of code."""
    found = re.search(r"(?m)^# (.+)$", text)
    return re.sub(r"[`\\]", "", found[1]).strip() if found else ""


def kind(path: str) -> str:
    """Return by what kind the search groups a page; an empty text for a page that it does not find."""
    if re.match(r"docs/(?:contributing|decisions)/|ARCHITECTURE|CONTRIBUTING|CHANGELOG|examples/|search|404", path):
        return ""
    for name, folder in MANY.items():
        if path.startswith(folder):
            return name
    bare = path.removesuffix(".md")
    return next((name for name, (_, groups) in SECTIONS.items() if any(bare in g for g in groups.values())), "")
