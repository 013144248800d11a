"""The headings of long tables: what a column is called, as the part that it plays."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

from chesstb.formats.cells import plain
from chesstb.outcomes import PAYMENTS

if TYPE_CHECKING:
    from collections.abc import Iterable

EVENT: Final = "event_"
"""What stands before the name of a column that is about the event."""
SHOWN: Final = "published "
"""What stands before the name of a published column; its criterion follows in brackets."""

_SIDES: Final = {
    "white": "white weiss weiß blancas blancs bianco brancas белые bílý biely białe világos beli bijeli "
    "beyaz wit whiteplayer playerwhite player1 whitename namewhite",
    "black": "black schwarz negras noirs nero pretas черные чёрные černý čierny czarne sötét crni siyah "
    "zwart blackplayer playerblack player2 blackname nameblack",
}
_OF_A_SIDE: Final = {
    "number": "no nr number id snr sno startno startnumber startingnumber",
    "name": "name player",
    "rating": "elo rating rtg",
    "title": "title",
    "federation": "fed federation country team1",
    "fide_id": "fideid fide",
    "points": "result points pts score outcome",
    "team": "team club",
}
_SINGLE: Final = {
    "tournament": "tournament event tournamentkey eventkey competition",
    "round": "round rd rnd rounds runde ronde ronda rodada tour тур kolo runda forduló turno tur roundno",
    "result": "result res ergebnis erg resultado résultat risultato результат рез výsledek výsl wynik "
    "výsledok eredmény rezultat sonuç uitslag",
    "kind": "type kind how resulttype status",
    "player": "player spieler jugador joueur giocatore jogador игрок speler hráč "
    "zawodnik játékos igrač oyuncu",
    "number": "no nr number playerno playernumber startno startnumber startingnumber snr sno pairingnumber "
    "playerid id",
    "name": "name playername nombre nom nome имя jméno meno nazwisko név ime isim",
    "opponent": "opponent opp gegner adversario adversário adversaire avversario соперник soupeř súper "
    "przeciwnik ellenfél protivnik rakip tegenstander",
    "opponent_number": "opponentno opponentnumber oppno opponentid oppid oppsno opponentsno",
    "opponent_name": "opponentname oppname",
    "colour": "colour color col farbe couleur colore cor цвет barva farba kolor szín boja renk kleur",
    "outcome": "outcome code",
    "points": "points pts score punkte pkt puntos pontos punti очки body pkt pont bod puan",
    "decision": "decision",
    "title": "title titel titre titolo título",
    "sex": "sex gender",
    "federation": "federation fed country land nation",
    "rating": "rating rtg elo",
    "fide_id": "fideid fide idfide",
    "birth": "birth born birthyear yearofbirth birthdate dateofbirth birthday dob "
    "geburtsdatum geburtsjahr geburtstag",
    "team": "team club mannschaft equipo équipe",
    "adjustment": "adjustment",
    "excluded": "excluded",
}
ABOUT_EVENTS: Final = (
    "name",
    "place",
    "federation",
    "start",
    "end",
    "system",
    "rounds",
    *PAYMENTS,
    "by",
    "rules",
)
"""Columns of the table of tournaments that a long table can hold, behind `EVENT`."""


def short(heading: object) -> str:
    """Return a heading in small letters without blanks and signs.

    Examples
    --------
    >>> short("White No."), short("FIDE-ID"), short("Résultat")
    ('whiteno', 'fideid', 'résultat')
    """
    text = unicodedata.normalize("NFC", plain(heading)).lower()
    return re.sub(r"[^\w]|_", "", text)


def _names() -> dict[str, str]:
    known = {word: part for part, words in _SINGLE.items() for word in words.split()}
    for side, words in _SIDES.items():
        known |= dict.fromkeys(words.split(), side)
        for part, endings in _OF_A_SIDE.items():
            for ending in endings.split():
                known |= dict.fromkeys((side + ending, ending + side), f"{side}_{part}")
    known |= {short(EVENT + column): EVENT + column for column in ABOUT_EVENTS}
    return known | {
        "whiteplayer": "white",
        "blackplayer": "black",
        "whitename": "white",
        "blackname": "black",
    }


_PARTS: Final = _names()


def parts_of(headings: Iterable[object]) -> dict[int, str]:
    """Return the part that each column plays, by its position; of two with the same part, the first.

    Examples
    --------
    >>> parts_of(["Rd.", "White", "White Elo", "Black", "Result", "e-mail"])
    {0: 'round', 1: 'white', 2: 'white_rating', 3: 'black', 4: 'result'}
    """
    found: dict[int, str] = {}
    for position, heading in enumerate(headings):
        part = _PARTS.get(short(heading), "")
        if str(heading).startswith(SHOWN):
            part = str(heading)
        if part and part not in found.values():
            found[position] = part
    return found


def is_games(parts: Iterable[str]) -> bool:
    """Say whether there are columns for a row per game."""
    there = set(parts)
    sides = all({side, f"{side}_number"} & there for side in ("white", "black"))
    return sides and ("result" in there or {"white_points", "black_points"} <= there)


def is_rounds(parts: Iterable[str]) -> bool:
    """Say whether there are columns for a row per player and round."""
    there = set(parts)
    return (
        bool({"player", "number", "name"} & there)
        and bool({"opponent", "opponent_number", "opponent_name"} & there)
        and "round" in there
        and bool({"outcome", "result", "points"} & there)
    )
