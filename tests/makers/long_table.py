"""Made-up long tables."""

from __future__ import annotations

GAMES = """Club championship 2026;;;;
;;;;
Rd.;White;Elo white;Black;Result
1;GM Müller, Jörg (GER);2501;Lee, Ann;1 – 0
1;Bob;;bye;1
1;Óscar;1800;Émile;½ : ½
2;Lee, Ann;;Bob;- - +
2;Émile;;Müller, Jörg;0,5-0,5
3;Bob;;Óscar;*
Printed by somebody;;;;
"""

ROUNDS = (
    "player,round,opponent,colour,result\n1,1,2,w,1\n2,1,1,b,0\n3,1,,,½\n1,2,3,b,+\n3,2,1,w,-\n2,2,,,bye\n"
)
