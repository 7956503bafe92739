#!/usr/bin/env python3
"""Build the documentation site with Sphinx; a warning is an error.

    python tools/website/build.py [--check] [--out build/site] [--source build/site-source] [--url https://example.org/hotlint/]
    python tools/website/build.py --examples FILE

The source of the site is a copy of the repository's documents in their places, so that links are the same there and on the
site, together with reference pages that are made from the program: commands, configuration, functions, constraints, types.
With `--examples`, it writes only the examples of the playground, as JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import yaml

TOP = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TOP / "tools")]

from hotlint.common.version import ADDRESS  # noqa: E402
from hotlint.linter.checking.testing import parse_marks  # noqa: E402
from hotlint.linter.packs.registry import load  # noqa: E402
from hotlint.linter.rules.rule import Rule  # noqa: E402
from website import commands, formats, language, sections  # noqa: E402 - after the path is set
from website.markdown import toctree  # noqa: E402

HERE = Path(__file__).resolve().parent
ROOT = ("CHANGELOG.md", "SECURITY.md", "ARCHITECTURE.md", "CONTRIBUTING.md")
ALSO = ("server/README.md", "vscode-extension/README.md", "examples/README.md", "examples/rulepack/README.md")
EXAMPLES = {
    "Web servers": {"web.yaml": "web.yaml", "web.env.yaml": "env.yaml"},
    "A template with mistakes": {"broken.yaml": "broken.yaml"},
    "A test suite": {"web.hot-test.yaml": "web.hot-test.yaml", "web.yaml": "web.yaml", "env.yaml": "env.yaml"},
    "Autoscaling": {
        "autoscaling.yaml": "tests/templates/autoscaling.yaml",
        "lb_server.yaml": "tests/templates/lb_server.yaml",
    },
    "Conditions": {"condition.yaml": "tests/templates/condition.yaml"},
    "A load balancer": {"servers_with_octavia.yaml": "tests/templates/servers_with_octavia.yaml"},
    "Volumes in a nested template": {
        "server_with_volumes.yaml": "tests/templates/server_with_volumes.yaml",
        "volume_with_attachment.yaml": "tests/templates/volume_with_attachment.yaml",
    },
    "Servers in a new network": {"servers.yaml": "tests/templates/servers_in_new_neutron_net.yaml"},
    "Waiting for a server": {"wait.yaml": "tests/templates/native_waitcondition.yaml"},
    "A Jinja source": {
        "servers.yaml.j2": "../tools/website/playground/examples/servers.yaml.j2",
        ".hotlint.yaml": "../tools/website/playground/examples/settings-of-jinja.yaml",
    },
    "Policies of a site": {
        "web.yaml": "web.yaml",
        "web.env.yaml": "env.yaml",
        ".hotlint.yaml": "../tools/website/playground/examples/settings-of-policies.yaml",
        "site.yaml": "../tools/website/playground/examples/site.yaml",
    },
}
"""The files of each example of the playground, by their names there: those in the folder of examples."""
_LINK = re.compile(r"(!?)\[([^\[\]]*)\]\(([^()\s#]+)(#[^()\s]*)?\)")
_FENCE = re.compile(r"(?ms)(^ *```.*?^ *```$)")


def main(argv: list[str] | None = None) -> int:
    """Build the site, or with `--check` only read it and follow its links. Returns 1 when Sphinx warns of anything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write no pages")
    parser.add_argument("--out", type=Path, default=TOP / "build/site")
    parser.add_argument("--source", type=Path, default=TOP / "build/site-source")
    parser.add_argument("--url", default="", help="where the site will be: links to a page then show its picture")
    parser.add_argument("--examples", type=Path, metavar="FILE", help="write the examples of the playground")
    options = parser.parse_args(argv)
    if options.examples is not None:
        options.examples.parent.mkdir(parents=True, exist_ok=True)
        options.examples.write_text(json.dumps(examples(), indent=1) + "\n", encoding="utf-8")
        return 0
    write_source(options.source)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(TOP), str(TOP / "rules"), str(TOP / "server")))}
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-n", "-j", "auto"]
    command += ["-D", f"html_baseurl={options.url.rstrip('/')}/"] if options.url else []
    builder, out = ("dummy", TOP / "build/site-check") if options.check else ("html", options.out)
    built = subprocess.run([*command, "-b", builder, "-c", HERE, options.source, out], env=environment, check=False)
    if built.returncode == 0 and not options.check:
        shutil.copy(options.source / "names.json", options.out)
        index = [sys.executable, "-m", "pagefind", "--site", options.out, "--glob", "{*.html,[!_]*/**/*.html}"]
        index += ["--exclude-selectors", "a.headerlink", "--quiet"]
        subprocess.run(index, check=True)
        pages = sum(1 for _ in options.out.rglob("*.html"))
        print(f"{pages} pages in {os.path.relpath(options.out)}")
    return 1 if built.returncode else 0


def write_source(folder: Path) -> None:
    """Write the source of the site into a folder: changed files only, so that Sphinx reads only those again."""
    made = dict(documents())
    listed = {folder / path for path in made}
    for path, content in made.items():
        target = folder / path
        if not target.exists() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
    for left in [p for p in folder.rglob("*") if p.is_file() and p not in listed]:
        left.unlink()


def documents() -> Iterator[tuple[str, bytes]]:
    """Yield every file of the site's source: its path and content."""
    generated = commands.pages() | formats.pages() | language.pages()
    sources = [*ROOT, *ALSO, *(p.relative_to(TOP).as_posix() for p in sorted((TOP / "docs").rglob("*.md")))]
    if left := sections.without_place(sources):
        raise SystemExit(f"no section of tools/website/sections.py lists {', '.join(left)}")
    titles = {path: sections.title((TOP / path).read_text(encoding="utf-8")) for path in sources}
    titles |= {path: sections.title(text) for path, text in generated.items()}
    generated |= sections.pages(titles)
    yield "names.json", json.dumps(names(titles), separators=(",", ":")).encode()
    own = {name: (HERE / name).read_text(encoding="utf-8") for name in ("index.md", "search.md", "404.md")}
    pages = {*sources, *generated, *own}
    with_example = {code for code, _ in of_rules(load().rules)}
    for path, text in generated.items():
        yield path, text.encode()
    for path, text in own.items():
        yield path, linked(text, path, pages).encode()
    for path in sources:
        text = (TOP / path).read_text(encoding="utf-8")
        if "docs/rules/HOT" in path:
            text = with_playground(text, path, with_example)
        elif (listed := sections.INSIDE.get(path.removesuffix("README.md"))) is not None:
            text += "\n" + toctree([listed], pattern=True) + "\n"
        yield path, linked(text, path, pages).encode()
    for picture in (*(TOP / "docs/images").iterdir(), *(TOP / "vscode-extension/images").iterdir()):
        if picture.is_file():
            yield picture.relative_to(TOP).as_posix(), picture.read_bytes()


def searches() -> dict[str, Any]:
    """Return what readers search: `questions`, words -> parts of addresses; `also`, page -> words by which it is found."""
    found: dict[str, Any] = yaml.safe_load((HERE / "searches.yaml").read_text(encoding="utf-8"))
    return found


def names(titles: dict[str, str]) -> dict[str, list[str]]:
    """Return the page that a search for a name shows first, and its title: {name in lower case: [address, title]}.

    `titles` has the titles of all pages, by path. Raises SystemExit where `also` names a page that does not exist.
    """
    found: dict[str, list[str]] = {}

    def add(path: str, words: Iterable[str]) -> None:
        if f"{path}.md" not in titles:
            raise SystemExit(f"tools/website/searches.yaml names {path}, which is no page")
        for word in words:
            found.setdefault(word.lower(), [f"{path}.html", titles[f"{path}.md"]])

    for path, words in searches()["also"].items():
        add(path, words)
    for question in re.findall(r"(?m)^### (.+)\?$", (TOP / "docs/heat-questions.md").read_text(encoding="utf-8")):
        add("docs/heat-questions", [question.replace("`", "")])
    for path, title in sorted(titles.items(), key=lambda entry: sections.kind(entry[0]) in sections.MANY):
        if sections.kind(path) in ("Rule", "Function", "Command"):
            words = title.removeprefix("hotlint ")
            add(path.removesuffix(".md"), [words, *words.split(), words.replace("-", " ").partition(" ")[2]])
        elif sections.kind(path):
            add(path.removesuffix(".md"), [title])
    for path, words in language.type_names().items():
        if f"{path}.md" in titles:
            add(path, words)
    return found


def with_playground(text: str, path: str, with_example: set[str]) -> str:
    """Return the page of a rule with a link that opens its first example in the playground."""
    code = Path(path).stem
    link = f'<a href="../../playground/index.html#rule={code}">Try the example in the playground</a>'
    return text.replace("## Example\n", f"## Example\n\n{link}\n", 1) if code in with_example else text


def examples() -> dict[str, Any]:
    """Return the files of each example by its title, those of each rule's own example by its code, and `policy`."""
    chosen = {
        title: {name: (TOP / "examples" / path).read_text(encoding="utf-8") for name, path in files.items()}
        for title, files in EXAMPLES.items()
    }
    return {"examples": chosen, "rules": dict(of_rules(load().rules)), "policy": policy()}


def policy() -> dict[str, list[str]]:
    """Return the digests that the policies of the pages of commands name: those of scripts, and those of styles."""
    found: dict[str, set[str]] = {"script": set(), "style": set()}
    for name in ("preview", "graph", "docs"):
        command = [sys.executable, "-m", "hotlint", name, "examples/web.yaml", "-f", "html"]
        page = subprocess.run(command, cwd=TOP, capture_output=True, text=True, encoding="utf-8", check=True).stdout
        for kind, digest in re.findall(r"(script|style)-src ('sha256-[^']+')", page.partition("<title>")[0]):
            found[kind].add(digest)
    return {kind: sorted(digests) for kind, digests in found.items()}


def of_rules(rules: Iterable[Rule]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the code of each rule whose example needs no cloud and no release, and the files of its first one."""
    for rule in rules:
        example = next((e for e in rule.bad if e.cloud is None and e.target is None), None)
        if example is not None:
            environment = {"env.yaml": example.environment} if example.environment is not None else {}
            yield rule.code, {"template.yaml": parse_marks(example.text).text, **environment, **example.files}


def linked(text: str, path: str, pages: set[str]) -> str:
    """Return a document whose links to files that the site does not have lead to the repository, or are plain text."""

    def replaced(link: re.Match[str]) -> str:
        picture, label, target, anchor = link.groups()
        if "://" in target or target.startswith("mailto:"):
            return link[0]
        here = os.path.normpath(os.path.join(os.path.dirname(path), target)).replace(os.sep, "/")
        if picture or here in pages:
            return link[0]
        if f"{here}/README.md" in pages:
            return f"[{label}]({target.rstrip('/')}/README.md{anchor or ''})"
        return f"[{label}]({ADDRESS}/tree/main/{here})" if ADDRESS else label

    return "".join(
        part if part.lstrip().startswith("```") else _LINK.sub(replaced, part) for part in _FENCE.split(text)
    )


if __name__ == "__main__":
    raise SystemExit(main())
