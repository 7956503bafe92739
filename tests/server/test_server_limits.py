"""The limits of one file hold for the server as for a check: how much is reported, and how long it takes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest
from hotlint_server import convert
from hotlint_server.session import Session
from hotlint_server.text_buffer import ContentChange
from lsprotocol import types
from time_limits import at_most, quarter

from hotlint.common import time_limit
from hotlint.common.time_limit import TimeAllowance
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.rules.tally import KIND_LIMIT, NOTE_CODE

HEAD = "heat_template_version: 2018-08-31\ndescription: d\n"
LAST = 8.0
"""Seconds of processor time beyond the time of the file: one more expression, which is ended late."""
YAQL = "{yaql: {expression: 'range(150).select(range(150).select(range(150).len())).len()+%d', data: {}}}"
LONG = f"{HEAD}resources:\n" + "".join(
    f"  r{n}: {{type: OS::Heat::Value, properties: {{value: {YAQL % n}}}}}\n" for n in range(40)
)
LONG_PATTERNS = f"{HEAD}parameters:\n" + "".join(
    f"  p{n}: {{type: string, default: {'a' * 40}, constraints: [{{allowed_pattern: '(a|aa)+b{n}'}}]}}\n"
    for n in range(60)
)


class Silent:
    """An editor that answers nothing and shows nothing."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_args, **_named: None


async def _nothing(*_: object) -> None: ...


def opened(
    folder: Path, text: str, then: Callable[[Session, str], Coroutine[None, None, None]] = _nothing
) -> list[Diagnostic]:
    """Return the findings of the server in a text that an editor opens; `then` goes on with the session."""

    async def session() -> list[Diagnostic]:
        served = Session(Silent())  # type: ignore[arg-type]
        served.workspace.initialize(served.workspace.abilities, {}, [convert.uri_of(str(folder))])
        uri = convert.uri_of(str(folder / "t.yaml"))
        document = served.workspace.open(types.TextDocumentItem(uri, "hot", 1, text))
        found = list(await served.diagnostics.current(document))
        await then(served, uri)
        document.cancel()
        return found

    return asyncio.run(session())


def test_a_rule_that_finds_too_much_is_cut_short(tmp_path: Path) -> None:
    found = opened(tmp_path, f"{HEAD}outputs:\n" + "  o: {value: 1}\n" * 5_000)
    assert [d.code for d in found].count("HOT002") == KIND_LIMIT
    (note,) = (d for d in found if d.code == NOTE_CODE)
    assert note.message == "only the first 1,000 findings of HOT002 (duplicate-key) in this file are reported"


def test_what_is_left_out_is_said_while_the_text_is_edited(tmp_path: Path) -> None:
    async def edited(session: Session, uri: str) -> None:
        document = session.workspace.document(uri)
        assert document is not None
        document.buffer.update(2, [ContentChange((1, 13, 1, 14), "changed")])
        assert NOTE_CODE in {d.code for d in await session.diagnostics.current(document)}

    opened(tmp_path, f"{HEAD}outputs:\n" + "".join(f"  o{n}: {{valu: 1}}\n" for n in range(8_000)), edited)


@pytest.mark.slow
@pytest.mark.parametrize("text", [LONG, LONG_PATTERNS], ids=["expressions", "patterns"])
def test_a_file_has_one_time(tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that a file brings is taken from one allowance, when it is opened and after each change."""
    spent: list[float] = []
    if text == LONG_PATTERNS:
        quarter(monkeypatch)
    text = text.replace("+b", "+c").replace("range(150)", "range(151)")  # nothing that another test has had evaluated

    def counted(allowance: TimeAllowance, seconds: float) -> bool:
        spent.append(seconds)
        allowance.left -= seconds
        return allowance.left > 0

    monkeypatch.setattr(TimeAllowance, "spend", counted)

    async def thorough(session: Session, uri: str) -> None:
        assert 0 < sum(spent) < time_limit.FILE_SECONDS + LAST
        spent.clear()
        document = session.workspace.document(uri)
        assert document is not None
        other = text.replace("+c", "+d").replace("range(151)", "range(152)")
        document.buffer.update(2, [ContentChange(None, other)])
        await session.diagnostics.current(document)
        assert 0 < sum(spent) < time_limit.FILE_SECONDS + LAST

    opened(tmp_path, text, thorough)


@pytest.mark.parametrize("name", ["t.yaml", "other.yaml"])
def test_a_preview_ends(tmp_path: Path, name: str) -> None:
    from hotlint.dry_run.stack_preview import Preview

    (tmp_path / "other.yaml").write_text(LONG)

    async def preview(session: Session, uri: str) -> None:
        with at_most(time_limit.FILE_SECONDS + LAST):
            Preview(session.workspace.folder(str(tmp_path / name)).context(str(tmp_path / name))).to_dict()

    opened(tmp_path, LONG, preview)
