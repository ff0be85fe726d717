"""The `doxa` command: reads arguments, calls an operation, shows the reply. It has no logic of its own."""

from __future__ import annotations

import gc
import os
import sys

ALLOCATIONS = 50_000
"""Objects made before cycles are looked for; Python's own 700 costs a tenth of a short call, mostly while importing."""


def main() -> None:
    """Run the command line and exit: 0 done, 1 refused with the reason, 2 not understood."""
    # set before numpy loads: starting BLAS threads costs more than they give to texts one by one, and on a busy
    # machine they spin against each other
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(ALLOCATIONS)
    if sys.argv[1:2] == ["hook"]:  # before click is loaded: a host waits for it at every prompt
        from doxa.cli.hook import run

        run(sys.argv[2:])
        return
    from doxa.cli.app import doxa
    from doxa.cli.streams import finish, prepare

    prepare()
    try:
        doxa(prog_name="doxa")
    finally:
        finish()
