"""Published tournaments with the values they must give, in a compact form.

A line of a crosstable is one player: `13b=` met 13 with Black and drew, `H` had a half-point bye.
A line of values lists players 1, 2, 3 ... ; a dash is a value not given, `none` one that is undefined.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .model import PAY_OF_OUTCOME, Event, Row

PAY = {
    name: Fraction(points)
    for name, points in {
        "win": "1",
        "draw": "1/2",
        "loss": "0",
        "bye": "1",
        "half_bye": "1/2",
        "full_bye": "1",
        "zero_bye": "0",
        "forfeit_win": "1",
        "forfeit_loss": "0",
        "pending": "1/2",
    }.items()
}


@dataclass(frozen=True)
class Example:
    """A crosstable and, per version and code, the values of all players.

    The key of the values is `any`, or one or several versions.
    """

    system: str
    rounds: int
    crosstable: str
    expected: dict[str, dict[str, str]]
    ratings: str = ""

    def event(self) -> Event:
        """The tournament; `ADJ` among the expected values is the adjusted score."""
        lines = self.crosstable.strip().splitlines()
        rows = {
            (i, r): read_result(text)
            for i, line in enumerate(lines, start=1)
            for r, text in enumerate(line.split(), start=1)
        }
        players = list(range(1, len(lines) + 1))
        ratings = {i: int(text) for i, text in enumerate(self.ratings.split(), start=1)}
        return Event(self.system, self.rounds, PAY, players, {}, rows, dict(ratings))


def read_result(text: str) -> Row:
    """One cell of a crosstable."""
    outcome = text[-1]
    points = PAY[PAY_OF_OUTCOME[outcome]]
    if len(text) == 1:
        return Row(opponent=None, colour=None, outcome=outcome, points=points)
    return Row(opponent=int(text[:-2]), colour=text[-2], outcome=outcome, points=points)


def read_values(text: str) -> dict[int, Fraction | None]:
    """Values of players 1, 2, 3 ... as far as they are given; `none` is undefined."""
    return {
        i: None if cell == "none" else Fraction(cell)
        for i, cell in enumerate(text.split(), start=1)
        if cell != "-"
    }


# FIDE Technical Commission, 'Exercises in Tie-Breaking' (M. Held, rev. March 2024), Swiss crosstable.
# Published: the own-record and rating columns and BH, BH/C1, AOB, FB, SB, SB/C1 of fide-2023. Recomputed
# by script: the others; those of fide-2026 also by the FIDE-TEC member's program (1.9.57).
SWISS16 = Example(
    system="swiss",
    rounds=5,
    ratings="2200 2150 2100 2050 2000 1950 1900 1850 1800 1750 1700 1650 1600 1550 1500 1450",
    crosstable="""
    9w1 13b= 2w= 15b1 4w=
    10b1 7w1 1b= 16w1 3b=
    11w= 6b1 8w1 4b= 2w=
    12b1 H 13w1 3w= 1b=
    13w0 15b0 11w1 7b= 10w1
    14b0 3w0 U 10w1 8b1
    15w1 2b0 16b0 5w= 11b0
    16b= 14w1 3b0 13w1 6w0
    1b0 10w0 H 11w- U
    2w0 9b1 15w0 6b0 5b0
    3b= 16w0 5b0 9b+ 7w1
    4w0 U 14w+ Z Z
    5b1 1w= 4b0 8b0 14w0
    6w1 8b0 12b- Z 13b1
    7b0 5w1 10b1 1w0 16b0
    8w= 11b1 7w1 2b0 15w1
""",
    expected={
        "any": {
            "PTS": "3.5 4 3.5 3.5 2.5 3 1.5 2.5 1.5 1 2.5 2 1.5 2 2 3.5",
            "WIN": "2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3",
            "WON": "2 3 2 2 2 2 1 2 0 1 1 0 1 2 2 3",
            "BPG": "2 3 2 2 2 2 3 2 1 3 2 0 3 2 3 2",
            "BWG": "1 1 1 1 0 1 0 0 0 1 0 0 1 1 1 1",
            "REP": "5 5 5 4 5 5 5 5 3 5 5 3 5 3 5 5",
            "STD": "3.5 4 3.5 3.5 2.5 3 1.5 2.5 1.5 1 2.5 2 1.5 2 2 3.5",
            "PS": "11 13 11 11.5 5 6 6 8.5 2.5 4 5.5 7 7 6 7 10.5",
            "PS/C1": "10 12 10.5 10.5 5 6 5 8 2.5 4 5 7 6 5 7 10",
        },
        "fide-2009 fide-2023 fide-2024 fide-2026 face-value draw-for-unplayed lichess-broadcast": {
            "ARO": "1820 1880 1940 1888 1690 1813 1760 1730 1975 1880 1863 2050 1930 1800 1860 1820",
            "ARO/C1": "1900 1988 2000 1983 1738 1900 1838 1800 2200 1975 2000 none 2025 1900 1963 1900",
            "TPR": "1969 2120 2089 2081 1690 1813 1611 1730 1175 1640 1776 1250 1781 1925 1788 1969",
            "PTP": "2029 2216 2112 2168 1689 1810 1531 1715 950 1575 1763 1250 1744 1942 1768 2013",
            "APRO": "1789 1856 1904 1772 1719 1846 1869 1915 1805 1717 1840 2081 1879 1775 1776 1805",
            "APPO": "1769 1852 1934 1784 1676 1836 1890 1924 1802 1687 1836 2168 1909 1756 1767 1799",
        },
        "fide-2023 fide-2024": {
            "ADJ": "3.5 4 3.5 3.5 2.5 3 1.5 2.5 1.5 1 2.5 3 1.5 2 2 3.5",
            "BH": "12.5 13 15.5 15 8.5 12 14.5 13.5 9 13 13.5 11.5 14 11 12 12.5",
            "BH/C1": "11 12 13 11.5 7.5 11 12.5 12 7.5 11.5 12 9.5 12 9 11 11",
            "BH/C2": "9.5 10.5 10.5 10 6 9 10 10 6 9.5 9.5 7.5 9.5 7 9.5 9",
            "BH/M1": "7 8.5 9 8 5 7.5 8.5 8.5 4 7.5 8.5 6 8.5 6 7.5 7",
            "SB": "8 9.5 10.5 9.75 4.25 6.5 3.25 5.25 2.25 1.5 5.75 4 4.25 4.5 3.5 7.25",
            "SB/C1": "7.25 8.5 9.25 8 3.25 5.5 1.25 3.75 2.25 0 4.25 4 4.25 3 2.5 5.75",
            "FB": "13.5 13.5 15 15.5 10 12 13.5 12.5 9.5 12.5 12.5 11.5 13.5 10.5 12 13.5",
            "BH/P": "12.5 13 15.5 15 8.5 12 14.5 13.5 10 13 12.5 11.5 14 12 12 12.5",
            "SB/C2": "5.75 7 6.75 6.5 3.25 5.5 1.25 1.75 1.5 0 4.25 4 4.25 3 2.5 3.75",
            "AOB": "12.6 13.6 13.4 13.38 13.4 13.25 11.9 13 12.75 10.9 12.75 15 12.1 13.17 12.2 13.3",
        },
        "fide-2026": {
            "ADJ": "3.5 4 3.5 3.5 2.5 3 1.5 2.5 1.5 1 2.5 3 1.5 2 2 3.5",
            "BH": "12.5 13 15.5 14 8.5 11.5 14.5 13.5 9 13 12.5 11.5 14 11 12 12.5",
            "BH/C1": "11 12 13 11.5 7.5 10.5 12.5 12 7.5 11.5 11 9.5 12 9 11 11",
            "BH/C2": "9.5 10.5 10.5 10 6 8.5 10 10 6 9.5 9.5 7.5 9.5 7 9.5 9",
            "BH/M1": "7 8.5 9 8 5 7 8.5 8.5 4 7.5 7.5 6 8.5 6 7.5 7",
            "SB": "8 9.5 10.5 9.25 4.25 6 3.25 5.25 2.25 1.5 4.75 4 4.25 4.5 3.5 7.25",
            "SB/C1": "7.25 8.5 9.25 7.75 3.25 5 1.25 3.75 2.25 0 3.25 4 4.25 3 2.5 5.75",
            "FB": "13.5 13.5 15 14.5 10 12 13.5 12.5 9.5 12.5 12 11 13.5 10.5 12 13.5",
            "BH/P": "12.5 13 15.5 14 8.5 11.5 14.5 13.5 10 13 12.5 11.5 14 12 12 12.5",
            "SB/C2": "5.75 7 6.75 6.5 3.25 5 1.25 1.75 1.5 0 1.75 4 4.25 3 2.5 3.75",
            "AOB": "12.4 13.6 12.9 13.38 13.2 13.25 11.7 12.9 12.75 10.8 12.75 14 11.9 13 12.2 13.1",
        },
        "fide-2009 world-rapid-blitz": {
            "ADJ": "3.5 4 3.5 3.5 2.5 2.5 1.5 2.5 1.5 1 2 2 1.5 3 2 3.5",
            "BH": "12.5 13 14.5 13.5 8 11 14 14 8.5 12.5 12 13.5 15 12 12 12",
            "BH/C1": "11 12 12.5 12 7 10 12 12.5 8 11 11 12 12.5 10.5 11 10.5",
            "BH/C2": "9.5 10.5 10 10 5.5 9 10 10 7 9 9.5 10 10 8 9.5 8.5",
            "BH/M1": "7 8.5 8.5 8.5 5 6.5 8 9 4.5 7 7.5 8.5 9 7.5 7.5 6.5",
            "SB": "8 9.5 9.75 8.5 3.75 4.5 3.25 6.25 1.25 1.5 4.25 3.5 4.25 4 3.5 6.75",
            "SB/C1": "7.25 8.5 8.75 7 2.75 3.5 3.25 4.75 0.75 0 3.25 2 4.25 2.5 2.5 5.25",
        },
        "uscf uscf-club": {
            "CUMUL": "11 13 11 11 5 5 6 8.5 1 4 4.5 5 7 6 7 10.5",
            "CUMOPP": "39 42.5 42 34 28.5 29.5 40 39.5 15 31 32.5 11 41.5 20.5 36.5 39",
            "MODMED": "11 12 12.5 10.5 5 10 10 9 1 8.5 7.5 0 11.5 4 8.5 10.5",
            "SOLKOFF": "12.5 13 14.5 10.5 8 10 14 14 4.5 12.5 11 3.5 15 6.5 12 12",
            "MEDIAN": "7 8.5 8.5 7 5 6.5 8 9 1 7 7.5 0 9 4 7.5 6.5",
            "SB": "8 9.5 9.75 7 3.75 3.5 3.25 6.25 0 1.5 3.25 0 4.25 4 3.5 6.75",
        },
        "uscf": {
            "KASHDAN": "14 16 14 12 12 10 9 12 2 8 8 1 9 9 11 15",
        },
        "draw-for-unplayed": {
            "ADJ": "3.5 4 3.5 3.5 2.5 2.5 1.5 2.5 1.5 1 2 2 1.5 3 2 3.5",
            "BH": "12.5 13 14.5 10.5 8 10 14 14 4.5 12.5 11 3.5 15 6.5 12 12",
        },
        "chess-caddy face-value lichess-broadcast": {
            "BH": "12.5 13 15.5 10.5 8.5 9 14.5 13.5 4.5 13 11 3.5 14 7 12 12.5",
            "SB": "8 9.5 10.5 7 4.25 3.5 3.25 5.25 0 1.5 3.25 0 4.25 4.5 3.5 7.25",
        },
    },
)

# FIDE Technical Commission, 'Exercises in Tie-Breaking' (M. Held, rev. March 2024), Ex. 14-16, 26.
# Player 5 lost to 6 by forfeit.
RR6 = Example(
    system="round-robin",
    rounds=5,
    crosstable="""
    5w= 2w1 3b1 4w0 6b1
    6w1 1b0 5w1 3w= 4b1
    4w1 6b1 1w0 2b= 5w1
    3b0 5b0 6w= 1b1 2w0
    1b= 4w1 2b0 6w- 3b0
    2b0 3w0 4b= 5b+ 1w0
""",
    expected={
        "any": {
            "PTS": "3.5 3.5 3.5 1.5 1.5 1.5",
        },
        "fide-2023 fide-2024": {
            "SB": "9.25 6.25 6.25 4.25 3.25 2.25",
            "SB/C1": "9.25 4.75 4.75 4.25 3.25 1.5",
            "KS": "2 0.5 0.5 1 0.5 0",
        },
        "fide-2026": {
            "SB": "9.25 6.25 6.25 4.25 3.25 2.25",
            "SB/C1": "9.25 4.75 4.75 4.25 3.25 1.5",
            "KS": "2 0.5 0.5 1 0.5 0",
        },
    },
)

# French arbiter training slides on C.07-2026 ('Tiebreak exercises PL 2026').
# PS and BH are published; the slide's BH of player 8 (10.5) reads a wrong row and is 11.0.
FR14 = Example(
    system="swiss",
    rounds=5,
    crosstable="""
    14w1 2w1 3b= 5b= 7w1
    12w1 1b0 8b1 6w1 3b1
    11b1 9w1 1w= 4b1 2w0
    13b1 6w= 7w+ 3w0 5b=
    7b= 11w1 6b= 1w= 4w=
    10w1 4b= 5w= 2b0 9w1
    5w= 12b1 4b- 9w1 1b0
    9b0 U 2w0 10b= 14w1
    8w1 3b0 10w1 7b0 6b0
    6b0 13w1 9b0 8w= 11b=
    3w0 5b0 13w1 12b= 10w=
    2b0 7w0 14b= 11w= 13b=
    4w0 10b0 11b0 14w1 12w=
    1b0 Z 12w= 13b0 8b0
""",
    expected={
        "any": {
            "PTS": "4 4 3.5 3 3 3 2.5 2.5 2 2 2 1.5 1.5 0.5",
            "PS": "12.5 11 12.5 10.5 9.5 9.5 8.5 6 8 5.5 4.5 3 2.5 1.5",
        },
        "fide-2026": {
            "ADJ": "4 4 3.5 3 3 3 2.5 2.5 2 2 2 1.5 1.5 0.5",
            "BH": "13.5 14.5 15 13.5 14.5 14 13 11 13.5 11 11.5 10.5 9 10",
            "BH/C1": "13 13 13 12 12.5 12 10.5 10.5 11.5 9.5 10 10 8.5 9.5",
            "BH/C2": "10.5 10.5 11 9.5 10 10 9 8.5 9 7.5 8.5 8.5 7 8",
            "BH/M1": "9 9 9 8.5 8.5 8 6.5 6.5 8 6.5 6.5 6 5.5 5.5",
            "SB": "10.25 10.5 9 7 8.25 7 5 4 4.5 3.75 3.25 2 1.25 0.75",
            "SB/C1": "9.75 9 7 5.5 6.25 5 3.5 3.5 2.5 2.25 2.5 1.75 0.75 0.75",
            "FB": "14.5 13.5 14.5 14 14 14 13.5 11 13.5 10.5 12 11 9.5 9.5",
            "BH/P": "13.5 14.5 15 13.5 14.5 14 13.5 11 13.5 11 11.5 10.5 9 10",
            "SB/C2": "7.25 6.5 5 3 5 3 1.5 3.5 2.5 2.25 1 1 0 0.75",
            "AOB": "13.4 12.8 13.3 13.13 13.1 13.4 13 12.25 12.8 11.8 12 11.6 11.3 11",
        },
    },
)

# Regression tests proposed for the FIDE-TEC member's program (pull request 7, September 2026).
# Only player 2 is given: a requested bye and a forfeit loss.
TWO_VURS = Example(
    system="swiss",
    rounds=4,
    crosstable="""
    4w1 3b1 2w+ 5b1
    5w1 H 1b- 4w1
    U 1w0 5w1 Z
    1b0 5b= U 2b0
    2b0 4w= 3b0 1w0
""",
    expected={
        "fide-2023 fide-2024": {
            "SB": "- 3.25 - - -",
            "SB/C1": "- 2.75 - - -",
            "SB/C2": "- 1.25 - - -",
            "BH": "- 7 - - -",
            "BH/C1": "- 4.5 - - -",
        },
        "fide-2026": {
            "SB": "- 3 - - -",
            "SB/C1": "- 2.5 - - -",
            "SB/C2": "- 1 - - -",
            "BH": "- 6.5 - - -",
            "BH/C1": "- 4.5 - - -",
        },
    },
)
