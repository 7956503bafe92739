"""What is not on disk counts, and paths complete in the form that is begun; over a real connection."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient
from server_fixture import CHILD, TEMPLATE, Editor, client, codes
from time_limits import tries

__all__ = ["client"]
pytestmark = pytest.mark.asyncio
VERSION = "heat_template_version: 2018-08-31\n"


async def _labels(client: LanguageClient, editor: Editor, piece: str) -> set[str]:
    place = editor.position(piece, len(piece))
    answer: Any = await client.text_document_completion_async(types.CompletionParams(editor.document, place))
    return {item.label for item in answer.items}


async def test_paths_complete_in_the_form_that_is_begun(client: LanguageClient) -> None:
    root: Path = client.root  # type: ignore[attr-defined]
    (root / "sub" / "deep").mkdir(parents=True)
    (root / "sub" / "other.yaml").write_text(CHILD)
    text = VERSION + "resources:\n  a:\n    type: {}\noutputs:\n  b:\n    value: {{get_file: ../}}\n"
    editor = Editor(client, "sub/deep/t.yaml", text.format("../../"))
    assert {"../other.yaml", "../../child.yaml"} <= await _labels(client, editor, "type: ../../")
    assert "../other.yaml" in await _labels(client, editor, "get_file: ../")
    here = Editor(client, "u.yaml", text.format("./"))
    assert "./child.yaml" in await _labels(client, here, "type: ./")


async def test_a_new_nested_template_counts_before_it_is_saved(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", TEMPLATE.replace("child.yaml", "new.yaml"))
    await editor.diagnostics(until=lambda found: "HOT601" in codes(found))
    Editor(client, "new.yaml", CHILD)
    await editor.diagnostics(until=lambda found: "HOT601" not in codes(found))


async def test_hover_shows_the_value_of_a_nested_output(client: LanguageClient) -> None:
    text = TEMPLATE.replace("{get_resource: net}", "{get_attr: [child, address]}")
    editor = Editor(client, "t.yaml", text)
    place = editor.position("child, address", 8)
    answer = await client.text_document_hover_async(types.HoverParams(editor.document, place))
    assert answer is not None and "3" in getattr(answer.contents, "value", "")


async def test_decorations_follow_an_unsaved_environment(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", TEMPLATE.replace("{get_param: imag}", "{get_param: image}"))
    environment = Editor(client, "t.env.yaml", "parameters:\n  image: one\n")

    async def hints() -> str:
        everything = types.Range(types.Position(0, 0), types.Position(99, 0))
        answer = await client.text_document_inlay_hint_async(types.InlayHintParams(editor.document, everything))
        return str([hint.label for hint in answer or ()])

    (client.root / "t.env.yaml").write_text("parameters:\n  image: disk\n")  # type: ignore[attr-defined]
    created = types.FileEvent(environment.uri, types.FileChangeType.Created)
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([created]))
    for word in ("one", "two"):
        for _ in tries():
            if word in await hints():
                break
            await asyncio.sleep(0.02)
        assert word in await hints()
        environment.edit("image: one", "image: two") if word == "one" else None
