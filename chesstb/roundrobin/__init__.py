"""Round robins: Berger and Varma tables, schedules checked, withdrawals."""

from chesstb.roundrobin.advice import recommended
from chesstb.roundrobin.draw import draw_varma, varma, varma_meetings
from chesstb.roundrobin.schedule import check_schedule
from chesstb.roundrobin.tables import berger, berger_round, berger_white
from chesstb.roundrobin.withdrawal import withdraw

__all__ = [
    "berger",
    "berger_round",
    "berger_white",
    "check_schedule",
    "draw_varma",
    "recommended",
    "varma",
    "varma_meetings",
    "withdraw",
]
