"""The page of the commands that open the network: docs/network.md."""

from __future__ import annotations

from hotlint.cli.network import NETWORK_USES

TEXT = """\
# Network access

hotlint checks, previews, formats and fixes templates offline. Only the commands in this table open the network, and each of them does so
because you name an address or a cloud on its command line. No setting in `.hotlint.yaml` and nothing in a template can make another command
open it.

| Command | Connects to | Traffic |
|---|---|---|
{rows}

Related behavior:

- `openstack hot check` takes the options of `hotlint check`, so `--cloud`, `--cluster` and addresses open the network there too.
- `hotlint catalog import --heat PYTHON` opens no connection itself, but it runs the Heat plugins of that interpreter.
- A URL in a template, such as `get_file: https://...`, is never fetched.
- The VS Code extension runs `hotlint cloud snapshot` and `hotlint plan` for a cloud that you choose, and `pip install` when you ask it to
  install the server. It asks no cloud in a workspace that you do not trust.

This page is generated from `hotlint/cli/network.py`. A test compares that table with the modules that open connections and with the options
of every command.
"""


def page() -> str:
    """Return the page in Markdown."""
    rows = [f"| `hotlint {use.command}` | {use.peer} | {use.traffic} |" for use in NETWORK_USES]
    return TEXT.format(rows="\n".join(rows))
