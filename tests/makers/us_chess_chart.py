"""Made-up wall charts."""

from __future__ import annotations

CHART = """\
SwissSys Wall Chart. Club Open: Open

No.  Name                      ID        Rate    Rd 1    Rd 2    Rd 3    Tot
 1.  Madeup, Ann D             10000001  1794    W   2   D   3   B       2.5
     NY                                          W       B
 2.  Invented, Bob             10000002          L   1   W   4   H       1.5
     10000002  1500                              1.0     1.0     1.5
 3.  Fiction, Cy               10000003  1600P7  H       D   1   X   4   2.0
 4.  Nobody, Dee               10000004  905             L   2   F   3   0.0
                                                         B
"""

RUNNING = """\
  #  Player             Rtng   Round 1    Round 2    Score
  1  Madeup Ann         1794   W  2 1.0   D  3 1.5   1.5
  2  Invented Bob       1500   L  1 0.0   B    1.0   1.0
  3  Fiction Cy         1600   H    0.5   D  1 1.0   1.0
"""
