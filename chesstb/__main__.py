"""``python -m chesstb``."""

from chesstb.cli import start

if __name__ == "__main__":
    start()
