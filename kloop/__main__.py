"""The program `kloop`; installed without its dependencies it says how to bring what is missing."""

import sys

from kloop.errors import INSTALL


def main() -> None:
    """Runs the command line."""
    try:
        from kloop.cli import app
    except ModuleNotFoundError as missing:
        if str(missing.name).startswith(("kloop", "knowledge")):
            raise
        sys.exit(f"kloop: {missing.name} is not installed. {INSTALL}")
    app()


if __name__ == "__main__":
    main()
