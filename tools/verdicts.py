"""Ask Heat again what tests/verdict_cases.py asks, and keep its verdicts in tests/data/verdicts.json.

    python tools/verdicts.py COMMAND...

COMMAND is a program that judges templates with Heat: it reads a JSON object a line,
{"op": "verdict", "template": text, "env": {...}, "strict": true}, and answers with a line {"valid": true or false, ...}.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent.parent / "tests"


def main(command: list[str]) -> int:
    sys.path.insert(0, str(TESTS))
    from verdict_cases import TOPICS

    found: dict[str, str] = {}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as heat:
        assert heat.stdin is not None and heat.stdout is not None
        for topic in TOPICS:
            answers = []
            for template, environment in topic():
                question = {"op": "verdict", "template": template, "env": environment, "strict": True}
                heat.stdin.write(json.dumps(question) + "\n")
                heat.stdin.flush()
                answers.append("y" if json.loads(heat.stdout.readline())["valid"] else "n")
            found[topic.__name__] = "".join(answers)
        heat.stdin.close()
    (TESTS / "data" / "verdicts.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
