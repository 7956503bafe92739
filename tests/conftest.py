"""Lets the processes that tests start write bytecode: without it, each of them compiles hotlint again."""

import os
import sys

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
