"""A made-up sheet of foreign results."""

from __future__ import annotations

SHEET = """\
Event,"Made-up Open, 2026"
Start,7th March 2026
End,2026-03-09
Rounds,4
Website,http://example.org/

Player,11,Fiction,Ann
1,1,W,Nobody,Bob,2000,FM,ENG
2,=,B,Madeup,Cy,1900,,IRL
3,0,-
4,½,W,Swap,Lee,1800,,WLS
Total,2

Player,12,Madeup,Cy,,,,
1,1,-
2,=,W,Fiction,Ann,1850,,IRL
3,0,B,Nobody,Bob,2000,FM,ENG
4,=,-
Total,2.0

Player,13,Ó Dóe,Dee
2,1,W,Lee,Swap,1800,,WLS
4,1,B,Nobody,Bob,2000,FM,ENG
Total,2
"""
