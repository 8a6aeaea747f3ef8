"""Processes that reckon beside the server. They end with their standard input: so with it, however that ends."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import rules

HOME = Path(rules.__file__).parents[1]
"""Where `rules` is found, from whichever folder the server was started."""


async def start(module: str, *arguments: str) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, *arguments, stdin=pipe, stdout=pipe, cwd=HOME
    )
