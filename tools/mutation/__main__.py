"""Runs the command, as `python tools/mutation` and as `python -m mutation`."""

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[1])

if __name__ == "__main__":
    from mutation.main import main

    raise SystemExit(main())
