"""The feature table: what it registers, and the documentation that is checked against it."""

from pathlib import Path

from hotlint_server.app import HotlintServer
from hotlint_server.features import COMMANDS, FEATURE_MODULES, FEATURES

README = Path(__file__).parents[2] / "server" / "README.md"


def test_every_feature_is_registered_once() -> None:
    manager = HotlintServer().protocol.fm
    assert set(manager.features) == {feature.method for feature in FEATURES}
    assert len({feature.method for feature in FEATURES}) == len(FEATURES)
    assert set(manager.commands) == {command.name for command in COMMANDS}


def test_readme_lists_every_feature() -> None:
    rows = [
        f"| {title} | {', '.join(f'`{f.method}`' for f in module.FEATURES)} |"
        for title, module in FEATURE_MODULES.items()
    ]
    commands = f"| Commands | {', '.join(f'`{c.name}`' for c in COMMANDS)} |"
    table = "\n".join(["| feature | methods |", "|---|---|", *rows, commands]) + "\n"
    assert table in README.read_text(encoding="utf-8"), f"put this table into server/README.md:\n{table}"
