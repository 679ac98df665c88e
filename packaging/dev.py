"""The tool for working on Funneldesk: ``python3 packaging/dev.py VERB``.

Runs with any bare Python 3.11 or newer: nothing needs to be installed before. The verbs are in
``packaging/devtool/cli.py``; ``--help`` lists them.
"""

import sys


def main():  # type: () -> int
    """Turn an old Python away with a sentence, then hand over to the tool itself."""
    if sys.version_info < (3, 11):  # noqa: UP036  older ones do reach this line
        sys.stderr.write(
            f"Funneldesk needs Python 3.11 or newer, but this is Python {sys.version.split()[0]} "
            f"({sys.executable}).\n"
            "Install a newer one and call it by its name: python3.11 packaging/dev.py setup\n"
        )
        return 2
    from devtool.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
