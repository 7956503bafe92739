"""How Sphinx makes the site; `build.py` runs it."""

from __future__ import annotations

import re

from docutils import nodes
from pygments.lexers.shell import BashSessionLexer  # type: ignore[import-untyped]
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

from hotlint.common.version import ADDRESS, __version__

project = "hotlint"
author = "The authors of hotlint"
version = release = __version__
root_doc = "index"
extensions = ["myst_parser", "sphinx_copybutton"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["misc.highlighting_failure"]  # excerpts of templates are not all whole YAML
html_theme = "furo"
html_title = f"hotlint {__version__}"
html_favicon = "../../vscode-extension/images/icon.png"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_theme_options = {"source_view_link": ADDRESS} if ADDRESS else {}
smartquotes = False  # dashes are those of options
html_show_copyright = False
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_use_index = False  # its entries are for the search
copybutton_prompt_text = "$ "
copybutton_only_copy_prompt_lines = True
pygments_style, pygments_dark_style = "friendly", "monokai"


class IndexAtSections(SphinxTransform):
    """Let entries of the index lead to their sections, whose text the search shows."""

    default_priority = 800  # before the index is made of the entries

    def apply(self, **options: object) -> None:
        """Change the entries of a document."""
        for node in self.document.findall(addnodes.index):
            section = node.parent
            while section is not None and not isinstance(section, nodes.section):
                section = section.parent
            if section is not None:
                node["entries"] = [
                    (kind, name, section["ids"][0], main, key) for kind, name, _, main, key in node["entries"]
                ]


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


def setup(app: Sphinx) -> None:
    """Take part in the build."""
    app.add_lexer("console", Console)
    app.add_transform(IndexAtSections)
    app.add_transform(LanguageOfBlocks)
