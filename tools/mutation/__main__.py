"""Runs the command line, as ``python tools/heat_parity`` and as ``python -m heat_parity``."""

import importlib
import sys
from pathlib import Path

if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    if not __package__:  # run as a folder: the package must be found by its name, and its modules only through it
        sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != here]
        sys.path.append(str(here.parent))
    sys.exit(importlib.import_module(f"{__package__ or here.name}.main").main())
