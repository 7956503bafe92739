"""How Sphinx makes the site; `build.py` runs it."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from docutils import nodes
from pygments.lexers.shell import BashSessionLexer  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

from hotlint.common.version import ADDRESS, __version__

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from website.sections import SECTIONS, kind

project = "hotlint"
author = "The authors of hotlint"
version = release = __version__
root_doc = "index"
extensions = ["myst_parser", "sphinx_copybutton", "notfound.extension"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["misc.highlighting_failure"]  # excerpts of templates are not all whole YAML
html_theme = "pydata_sphinx_theme"
html_title = f"hotlint {__version__}"
notfound_urls_prefix = "/"
html_favicon = "../../vscode-extension/images/icon.png"
html_static_path = ["_static"]
templates_path = ["_templates"]
html_context = {"default_mode": "auto"}
html_css_files = ["site.css"]
html_js_files = [("site.js", {"type": "module"})]
html_sidebars: dict[str, list[str]] = {
    name: [] for name in ("index", "search", "404", *(name.lower() for name in SECTIONS))
}
html_theme_options = {
    "logo": {
        "text": "hotlint",
        "image_light": "_static/logo.svg",
        "image_dark": "_static/logo.svg",
        "alt_text": "Home",
    },
    "disable_search": True,  # pagefind searches, which build.py runs
    "navbar_align": "left",
    "navbar_persistent": ["search-open"],
    "navbar_end": ["theme-switcher", "navbar-icon-links"],
    "icon_links": [{"name": "Repository", "url": ADDRESS, "icon": "fa-solid fa-code-branch"}] if ADDRESS else [],
    "navigation_depth": 2,
    "collapse_navigation": True,  # the list at the side has the pages of the section, and those beside the page
    "secondary_sidebar_items": ["page-toc"],
    "show_toc_level": 2,
    "footer_start": ["footer-links"],
    "footer_end": [],
    "back_to_top_button": False,
}
smartquotes = False  # dashes are those of options
html_show_copyright = False
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_use_index = False
copybutton_prompt_text = "$ "
copybutton_only_copy_prompt_lines = True


_CODE = {
    "console": re.compile(r"\$ "),
    "python": re.compile(r"(?:def|import|from|@)\b"),
    "yaml": re.compile(r"(?:#.*\n)*(?:- )?[\w\"'{][\w.:*/\"'<>-]*:(?: |\n|$)"),
}
"""Language of a block -> how its text begins."""


class LanguageOfBlocks(SphinxTransform):
    """Find the language of indented blocks, which Markdown does not name, by how they begin."""

    default_priority = 210  # before Sphinx highlights them

    def apply(self, **options: object) -> None:
        """Change the blocks of a document."""
        for block in self.document.findall(nodes.literal_block):
            if block.get("language", "none") == "none":
                block["language"] = language_of(block.astext())


def language_of(text: str) -> str:
    """Return the language of a block of code: console, python, yaml or none."""
    return next((name for name, begin in _CODE.items() if begin.match(text)), "none")


class Console(BashSessionLexer):
    """Sessions in which "$" is the only prompt: a line that begins with "#" is a comment in a file that is shown."""

    _ps1rgx = re.compile(r"^(\$ )(.*\n?)")


_BREAKABLE = re.compile(
    r'(?s)<h[1-6]>.*?</h[1-6]>|<span class="pre">[^<]*</span>|<a class="reference[^<]*</a>|<td><p>[^<]*</p>'
)


def finish_page(app: Sphinx, name: str, template: str, context: dict[str, Any], tree: nodes.document | None) -> None:
    """Let long names break where they are joined, keep options whole, and say by what kind the search groups the page."""
    context["kind"] = kind(name)
    paragraph = next(tree.findall(nodes.paragraph), None) if tree is not None else None
    context["description"] = " ".join(paragraph.astext().split())[:200] if paragraph is not None else ""
    address = app.config.html_baseurl  # build.py --url
    context["social_picture"] = f"{address}_static/social.png" if address else ""
    body = _BREAKABLE.sub(lambda found: breakable(found[0]), context.get("body", ""))
    context["body"] = re.sub(r'<span class="pre">(?=--?[a-z])', '<span class="pre option">', body)
    for beside in ("prev", "next"):
        if context.get(beside):
            context[beside] = context[beside] | {"title": breakable(context[beside]["title"])}
    listed = context["generate_toctree_html"]
    context["generate_toctree_html"] = lambda *given, **named: breakable(str(listed(*given, **named)))


def breakable(html: str) -> str:
    """Return HTML whose texts may break after `::` and after `_` within a name."""
    return re.sub(r"(?:^|(?<=>))[^<]+", _breaks, html)


def _breaks(text: re.Match[str]) -> str:
    return re.sub(r"::|(?<=[a-z0-9])_(?=[a-z])", r"\g<0><wbr>", text[0])


def setup(app: Sphinx) -> None:
    """Take part in the build."""
    app.connect("html-page-context", finish_page, priority=900)  # once the theme has put the list at the side there
    app.connect("builder-inited", lambda app: setattr(app.builder, "search", False))  # pagefind searches
    app.add_lexer("console", Console)
    app.add_transform(LanguageOfBlocks)
