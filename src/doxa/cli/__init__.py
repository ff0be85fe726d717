"""The `doxa` command: reads arguments, calls an operation, shows the reply. It has no logic of its own."""

from __future__ import annotations


def main() -> None:
    """Run the command line and exit: 0 done, 1 refused with the reason, 2 not understood."""
    from doxa.cli.app import run

    run()
