"""The program `kloop`; it says how to install what it needs, since the package alone is for hosts of functions."""

import sys


def main() -> None:
    """Runs the command line."""
    try:
        from kloop.cli import app
    except ModuleNotFoundError as missing:
        if str(missing.name).startswith(("kloop", "knowledge")):
            raise
        sys.exit(f"kloop: {missing.name} is not installed. Run: pip install 'knowledge-loop[local]'")
    app()


if __name__ == "__main__":
    main()
