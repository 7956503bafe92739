"""Commands as users call them: the arguments of each, and sessions with their output, their messages and the files they write."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from cloud_of_sessions import furnished
from command_sessions import Session
from snapshot_files import FOLDER, RecordedAnswers
from stand_in import StandIn, running, write_clouds

from hotlint.cli.main import main
from hotlint.cli.subcommands import SUBCOMMANDS, parser

PROGRAMS = FOLDER / "programs" / "sessions"
SESSIONS = sorted(path.stem for path in PROGRAMS.glob("*.txt"))
ARGUMENTS = RecordedAnswers("commands")
ANSWERS = RecordedAnswers("sessions")


@pytest.fixture(autouse=True)
def _environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide what the user's own environment adds to an answer."""
    for name in [name for name in os.environ if name.startswith(("OS_", "GITHUB_", "GIT_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    monkeypatch.setenv("HOTLINT_CACHE_DIR", str(tmp_path / ".cache" / "hotlint"))  # which --cache-dir sets
    monkeypatch.setenv("HOME", str(tmp_path / ".cache"))
    (tmp_path / ".cache").mkdir()
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_arguments(name: str) -> None:
    ARGUMENTS.check(name, "\n".join((SUBCOMMANDS[name], *_described(parser(name)))))


def _described(made: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the description of a command and of each argument: argparse's own page differs between versions of Python."""
    yield f"{made.prog}{' (abbreviations)' if made.allow_abbrev else ''}\n{made.description}\n"
    for group in made._action_groups:
        for action in group._group_actions:
            if isinstance(action, argparse._SubParsersAction):
                for below in action.choices.values():
                    yield from _described(below)
                continue
            names = " ".join(action.option_strings) or action.dest
            known = {
                k: v
                for k, v in vars(action).items()
                if k in ("nargs", "const", "default", "choices", "metavar", "dest", "type")
            }
            known["several"] = isinstance(action, argparse._AppendAction)
            known["required"] = action.required and bool(action.option_strings)
            facts = ", ".join(f"{k}={_fact(v)}" for k, v in sorted(known.items()) if v not in (None, [], False))
            yield f"[{group.title}] {names} ({facts})\n    {action.help}"


def _fact(value: object) -> str:
    if callable(value):
        return str(getattr(value, "__name__", value))
    return str(list(value)) if isinstance(value, tuple | range | dict) else str(value)


@pytest.mark.slow
@pytest.mark.parametrize("name", SESSIONS)
def test_session(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(StandIn()) as cloud:
        furnished(cloud)
        clouds = write_clouds(Path(os.environ["HOME"]), cloud.url)
        monkeypatch.setenv("OS_CLIENT_CONFIG_FILE", str(clouds))
        session = Session(tmp_path, capsys, monkeypatch)
        answer = session.answer((PROGRAMS / f"{name}.txt").read_text(encoding="utf-8"))
    ANSWERS.check(name, answer.replace(cloud.url, "http://cloud"))


def test_overview(capsys: pytest.CaptureFixture[str]) -> None:
    codes = [main(words) for words in (["--help"], ["-h"], ["help"], [])]
    ARGUMENTS.check("overview", f"{capsys.readouterr().out}{codes}")


def test_nothing_else_is_recorded() -> None:
    ARGUMENTS.keep_only({*SUBCOMMANDS, "overview"})
    ANSWERS.keep_only(set(SESSIONS))
