"""``python -m chesstb``."""

from chesstb.cli import main

if __name__ == "__main__":
    main()
