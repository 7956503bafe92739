"""Runs the command: that of `fuzz.guided`, which must come before other imports, of `fuzz.climb`, or of `fuzz.command`."""

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[1])

if __name__ == "__main__":
    if sys.argv[1:2] == ["guided"]:
        from fuzz.guided import main
    elif sys.argv[1:2] == ["climb"]:
        del sys.argv[1]
        from fuzz.climb import main
    else:
        from fuzz.command import main
    raise SystemExit(main())
