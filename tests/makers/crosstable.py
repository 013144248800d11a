"""Made-up crosstables."""

from __future__ import annotations

WIDE = """Club championship 2026;;;;;;;
;;;;;;;
No.;Name;Rtg;1.Rd;2.Rd;3.Rd;Pts;BH
1;GM Müller, Jörg;2501;2w1;3b½;4w+;2,5;3½
2;Lee, Ann;;1b0;bye;3w−;1;3
3;Bob;1800;-½;1w½;2b+;2;3,5
4;Óscar;1700;-0;;1b-;0;0
* a forfeit;;;;;;;
Printed by somebody;;;;;;;
"""

MATRIX = """Nr | Name | 1 | 2 | 3 | 4 | Total
---|---|---|---|---|---|---
1 | Ann | * | 1 | ½ | + | 2½
2 | Bob | 0 | * | 1 | 0.5 | 1½
3 | Cy | ½ | 0 | * | 1 | 1½
4 | Di | − | ½ | 0 | * | ½
"""
