"""Parity with Heat: OpenStack Heat's own verdict on templates, and how often hotlint says the same.

Run it as ``python tools/heat_parity COMMAND``; without a command it lists the commands. Two interpreters are involved:
one with Heat installed asks Heat (`judge`, `recorded`, and what makes cases), one with hotlint installed compares. No module
needs both. docs/contributing/parity.md tells how to use it.

- ``judge``: Heat's engine, started without a server, a database or a cloud, and its verdict on a template.
- ``cases``: folders of test cases, generated from a seed or collected, each with Heat's verdict.
- ``compare``: hotlint held against the verdicts of such a folder, through hotlint's public API.
- ``recorded``: verdicts kept in the repository under a hash of what they are about, so that tests need no Heat.
- ``releases``: virtual environments with a release of Heat.
"""
