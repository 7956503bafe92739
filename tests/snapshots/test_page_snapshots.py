"""What `hotlint explain`, `rules`, `types` and `config` print: for codes the committed pages, for the others the recorded ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from snapshot_files import RecordedAnswers

from hotlint.cli.main import main
from hotlint.language.functions import NAMES

RULE_PAGES = Path(__file__).parents[2] / "docs" / "rules"
PAGES = RecordedAnswers("pages")
CODES = sorted(path.stem for path in RULE_PAGES.glob("HOT*.md"))
TYPES = (
    "OS::Nova::Server", "OS::Heat::ResourceGroup", "OS::Heat::AutoScalingGroup", "OS::Neutron::Port", "OS::Neutron::Router",
    "OS::Neutron::LoadBalancer", "AWS::EC2::Instance", "OS::Heat::None", "OS::Cinder::Volume", "OS::Octavia::Pool",
)  # fmt: skip


@pytest.mark.parametrize("code", CODES)
def test_page_of_a_rule_is_the_committed_one(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", code]) == 0
    page = (RULE_PAGES / f"{code}.md").read_text(encoding="utf-8")
    without_links = re.sub(r"(?m)^- \[(HOT\d+)\]\(\1\.md\)", r"- \1", page)
    assert capsys.readouterr().out.rstrip() == without_links.rstrip(), "`make docs`"


@pytest.mark.parametrize("name", [*sorted(NAMES), *TYPES])
def test_page(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", name]) == 0
    PAGES.check(name, capsys.readouterr().out)


@pytest.mark.parametrize("command", ["rules --format json", "rules parameter", "types Neutron", "types Aodh"])
def test_list(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(command.split())
    PAGES.check(command, capsys.readouterr().out)
