from __future__ import annotations

import shutil

import pytest

from hotlint.analysis.scripts import ScriptError, errors

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")


def test_bash_says_where_it_stops() -> None:
    (found,) = errors("#!/bin/bash\nif true; then\n  echo\ndone\n")
    assert found.line == 3
    assert found.message.startswith("syntax error near unexpected token")


@pytest.mark.parametrize("head", ["#!/usr/bin/env python3", "#!/usr/bin/fish", "", "#!/bin/sh-like"])
def test_other_scripts_are_not_read(head: str) -> None:
    assert errors(f"{head}\nif true; then\n") == ()


@pytest.mark.parametrize("head", ["#!/bin/sh", "#! /usr/bin/env bash", "#!/bin/bash -v", "#!/bin/dash"])
def test_scripts_of_shells_are_read(head: str) -> None:
    assert errors(f"{head}\necho hello\n") == ()
    assert len(errors(f"{head}\nif true; then\n")) == 1


def test_no_script_is_run(tmp_path) -> None:  # type: ignore[no-untyped-def]
    assert errors(f"#!/bin/bash\ntouch {tmp_path}/made $(touch {tmp_path}/made)\n") == ()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed")
def test_shellcheck_says_what_bash_accepts() -> None:
    assert errors('#!/bin/bash\nif [ "a" = "b" ] && [[ $x = 1 ]] ; then echo ; fi\nlocal a=1\n') == (
        ScriptError(2, "'local' is only valid in functions. (SC2168)"),
    )
