"""What the playground offers: its titles, and an example for nearly every rule."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from website.build import EXAMPLES, examples

from hotlint.linter.packs.registry import load


def test_rules_and_titles_have_examples() -> None:
    found = examples()
    assert list(found["examples"]) == list(EXAMPLES)
    assert len(found["rules"]) > 0.7 * len(load().rules)
    assert all("^^" not in text for files in found["rules"].values() for text in files.values())


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_a_shared_link_holds_a_few_megabytes_at_most() -> None:
    """A link of some kilobytes could fill the memory of who opens it."""
    program = """\
import {packed, unpacked} from './address.js';
import {deflateRawSync} from 'node:zlib';
const link = (text) => `#files=${deflateRawSync(text).toString('base64url')}`;
const bomb = link(`{"files": {"a.yaml": "${'x'.repeat(64 << 20)}"}}`);
const state = {files: {'a.yaml': 'heat_template_version: 2018-08-31\\n'}, shown: 'a.yaml'};
const found = [bomb.length < 100_000, await unpacked(bomb) === undefined, await unpacked(link('{')) === undefined];
console.log(JSON.stringify([...found, JSON.stringify(await unpacked(`#${await packed(state)}`)) === JSON.stringify(state)]));
"""
    folder = Path(__file__).resolve().parents[2] / "tools/website/playground/src"
    found = subprocess.run(
        ["node", "--input-type=module", "-e", program], cwd=folder, capture_output=True, text=True, check=True
    )
    assert json.loads(found.stdout) == [True, True, True, True]
