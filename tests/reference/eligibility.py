"""Which games count for rating: a second reading of B.02, game by game.

Editions are restated here as plain dictionaries; nothing comes from the package under test.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .rating_tables import half_up, rating_difference

if TYPE_CHECKING:
    import datetime as dt

    from .model import Event

SCORE = {"1": 2, "=": 1, "0": 0}  # half points; the games in which both sides moved
OLD: dict[str, Any] = {
    "unplayed": "5.1", "after": "6.5", "minima": True, "merge": True, "round robins apart": True,
    "limit": 400, "top": None, "most K": None, "floor": None, "publish": 9, "publish article": "9.14",
    "too little": 1, "first only": False, "excepted": False, "minutes": False, "gap": False,
    "first article": "6.1", "against opponents": True, "imagined": None,
}  # fmt: skip
NEW: dict[str, Any] = {
    "unplayed": "5.1", "after": "6.2", "minima": False, "merge": False, "round robins apart": False,
    "match": "6.1", "scheveningen": None, "newcomer": "7.1.4", "rated": "8.3.1", "need": None,
    "limit": 400, "top": None, "most K": 700, "floor": 1400, "publish": 5, "publish article": "7.1.4",
    "too little": 0, "first only": True, "excepted": True, "minutes": True, "gap": False,
    "first article": "8.2.1", "against opponents": False, "imagined": 1800, "K": (40, 20, 10),
}  # fmt: skip
EDITIONS: dict[str, dict[str, Any]] = {
    "b02-2000": OLD | {
        "match": "6.4", "scheveningen": "6.4", "newcomer": "6.42", "rated": "6.41",
        "need": (3, 0, False), "against newcomers": False, "step": Fraction(25, 2), "K": (25, 15, 10),
    },
    "b02-2009": OLD | {
        "match": "6.6", "scheveningen": None, "newcomer": "6.41", "rated": "6.42",
        "need": (3, 2, False), "against newcomers": True, "step": Fraction(25, 2), "K": (25, 15, 10),
    },
    "b02-2010": OLD | {
        "match": "6.6", "scheveningen": None, "newcomer": "6.41", "rated": "6.42", "first only": True,
        "need": (3, 1, True), "against newcomers": True, "step": Fraction(15), "K": (30, 15, 10),
        "floor": 1000,
    },
    "b02-2024": NEW,
    "b02-2024-december": NEW | {"gap": True},
    "b02-2025": NEW | {"gap": True, "top": 2650},
}  # fmt: skip

Answer = tuple[bool | None, str]


@dataclass
class Stage:
    """An event with what is known besides; facts that nobody gave are missing."""

    event: Event
    facts: dict[str, Any] = field(default_factory=dict)
    player_facts: dict[int, dict[str, Any]] = field(default_factory=dict)
    excepted: set[tuple[int, int]] = field(default_factory=set)
    people: dict[int, str] = field(default_factory=dict)  # who is who from stage to stage
    sex: dict[int, str | None] = field(default_factory=dict)
    birth: dict[int, int | None] = field(default_factory=dict)
    start: dt.date | None = None

    def rating(self, player: int) -> int | None:
        return self.event.ratings.get(player)

    def fact(self, player: int, name: str) -> Any:
        return self.player_facts.get(player, {}).get(name)

    def games(self, player: int) -> list[tuple[int, Any]]:
        """The player's rounds with an opponent, in order."""
        found = [
            (r, row) for (i, r), row in self.event.rows.items() if i == player and row["opponent"] is not None
        ]
        return sorted(found, key=lambda pair: pair[0])


def taking_part(event: Event) -> list[int]:
    """Without those who are only listed in a round robin that the others have played a cycle of."""
    paired = {i for (i, _), row in event.rows.items() if row["opponent"] is not None}
    rounds = len(paired) - 1 + len(paired) % 2
    there = [r for (_, r), row in event.rows.items() if row["outcome"] in "1=0WDL+"]
    known = "robin" in event.system and len(paired) > 1 and max(there, default=0) >= rounds
    return [i for i in event.players if i in paired or not known]


class Rated:
    """All stages under one edition: the answer for each game."""

    def __init__(self, stages: dict[str, Stage], edition: str, floor: int | None = None) -> None:
        self.stages, self.says = stages, EDITIONS[edition]
        self.given_floor = floor
        self.wholes: dict[str, list[str]] = {}
        for key, stage in stages.items():
            name = stage.facts.get("stage_of") if self.says["merge"] else None
            self.wholes.setdefault(f"whole {name}" if name else f"alone {key}", []).append(key)
        self.whole_of = {key: keys for keys in self.wholes.values() for key in keys}

    # ------------------------------------------------------------ people

    def same_person(self, key: str, player: int) -> list[tuple[str, int]]:
        """The person's numbers in all the stages of the event."""
        keys = self.whole_of[key]
        name = self.stages[key].people.get(player)
        if name is None or not self.merged(key):
            return [(key, player)]
        return [
            (k, i) for k in keys for i in self.stages[k].event.players if self.stages[k].people.get(i) == name
        ]

    def merged(self, key: str) -> bool:
        return bool(self.says["merge"] and self.stages[key].facts.get("stage_of"))

    def everybody(self, key: str) -> list[list[tuple[str, int]]]:
        """Each person of the event once."""
        found: list[list[tuple[str, int]]] = []
        for k in self.whole_of[key]:
            for i in taking_part(self.stages[k].event):
                if not any((k, i) in person for person in found):
                    found.append([(k2, i2) for k2, i2 in self.same_person(k, i)
                                  if i2 in taking_part(self.stages[k2].event)])  # fmt: skip
        return found

    def is_rated_person(self, person: list[tuple[str, int]]) -> bool:
        return any(self.stages[k].rating(i) is not None for k, i in person)

    # ------------------------------------------------------------ newcomers

    def record(self, key: str, player: int) -> dict[str, Any]:
        """What an unrated person made of the event in games that can count."""
        found: dict[str, Any] = {"games": 0, "halves": 0, "met": [], "scored": 0, "waiting": False}
        for k, i in self.same_person(key, player):
            stage = self.stages[k]
            for r, row in stage.games(i):
                found["waiting"] |= row["outcome"] == "X"
                if stage.rating(i) is not None or row["outcome"] not in SCORE:
                    continue
                if any(answer is False for answer, _ in self.single(k, i, r)):
                    continue
                found["games"] += 1
                found["halves"] += SCORE[row["outcome"]]
                theirs = stage.rating(row["opponent"])
                if theirs is not None:
                    found["met"].append(theirs)
                    found["scored"] += SCORE[row["outcome"]]
        return found

    def worth(self, met: list[int], scored: int) -> int | None:
        """Ru of a result against rated opponents."""
        if not met:
            return None
        if self.says["imagined"]:
            met, scored = [*met, 1800, 1800], scored + 2
        n = len(met)
        mean = Fraction(sum(met), n)
        percent = int(half_up(Fraction(50 * scored, n)))
        if self.says["imagined"]:
            return min(int(half_up(mean + rating_difference(percent))), 2200)
        if scored > n:
            return int(half_up(mean + self.says["step"] * (scored - n)))
        return int(half_up(mean + rating_difference(percent)))

    def floor(self, key: str) -> int | None:
        if self.given_floor is not None:
            return self.given_floor
        start = self.stages[key].start
        if self.says["floor"] == 1000 and start is not None and start.year < 2012:
            return None
        if self.says["floor"] == 1400 and start is not None and (start.year, start.month) < (2024, 3):
            return None
        floor: int | None = self.says["floor"]
        return floor

    def enough(self, key: str, player: int) -> list[tuple[bool | None, str]]:
        """Conditions of a newcomer: (fulfilled, what it was)."""
        record = self.record(key, player)
        if self.says["need"] is None:
            return [(bool(record["met"]), "met")]
        if record["waiting"]:
            return [(None, "waiting")]
        games, halves, performance = self.says["need"]
        found: list[tuple[bool | None, str]] = [
            (len(record["met"]) >= games, "games"), (record["scored"] >= halves, "score"),
        ]  # fmt: skip
        if performance:
            floor, worth = (
                self.floor(self.same_person(key, player)[0][0]),
                self.worth(record["met"], record["scored"]),
            )
            found.append(
                (False if worth is None else None if floor is None else worth >= floor, "performance")
            )
        return found

    def is_ignored(self, key: str, player: int) -> bool | None:
        """6.1: too little; None where a fact is missing."""
        stage = self.stages[key]
        if stage.rating(player) is not None:
            return False
        record = self.record(key, player)
        if record["halves"] > self.says["too little"]:
            return False
        if record["waiting"]:
            return None
        return self.is_first(key, player) if self.says["first only"] else True

    def is_first(self, key: str, player: int) -> bool | None:
        stage = self.stages[key]
        games = stage.fact(player, "earlier_games")
        if self.says["imagined"]:
            return None if games is None else games == 0
        performance, floor = stage.fact(player, "earlier_performance"), self.floor(key)
        if performance is not None:
            return None if floor is None else performance < floor
        return True if games == 0 else None

    # ------------------------------------------------------------ single games

    def single(self, key: str, player: int, round_: int) -> list[Answer]:
        """What is against the game by itself."""
        stage = self.stages[key]
        row = stage.event.rows[player, round_]
        says, found = self.says, list[Answer]()
        if row["outcome"] in "+-WDL":
            found.append((False, says["unplayed"]))
        if row["outcome"] == "X":
            found.append((None, says["unplayed"]))
        if says["excepted"] and (player, round_) in stage.excepted:
            found.append((False, says["unplayed"]))
        found += self.by_speed(stage, stage.rating(player) or 0, stage.rating(row["opponent"]) or 0)
        if stage.event.system == "match" and len(stage.event.players) == 2:
            over = self.is_over(stage, player, round_)
            if over is not False:
                found.append((over or None, says["after"]))
                if over:
                    found[-1] = (False, says["after"])
        return found

    def by_speed(self, stage: Stage, mine: int, theirs: int) -> list[Answer]:
        """Too little time for the ratings, or too wide a gap in rapid and blitz."""
        speed, minutes = stage.facts.get("speed") or "standard", stage.facts.get("minutes")
        higher = max(mine, theirs)
        if self.says["minutes"] and speed == "standard" and minutes is not None:
            return (
                [(False, "1.1")]
                if minutes < (120 if higher >= 2400 else 90 if higher >= 1800 else 60)
                else []
            )
        rapid = self.says["gap"] and speed != "standard"
        if rapid and mine and theirs and abs(mine - theirs) >= 600 and higher > 2600:
            return [(False, "rapid and blitz 7.3.1")]
        return []

    @staticmethod
    def is_over(stage: Stage, player: int, round_: int) -> bool | None:
        """Whether the match was decided before this game; None where its length is not known."""
        rows = stage.event.rows
        opponent = rows[player, round_]["opponent"]
        if (opponent, round_) not in rows or rows[opponent, round_]["opponent"] is None:
            return False
        lead, gone = Fraction(0), 0
        for r, row in stage.games(player):
            if r < round_ and row["outcome"] != "X":
                lead, gone = lead + row["points"], gone + 1
        for r, row in stage.games(opponent):
            if r < round_ and row["outcome"] != "X":
                lead -= row["points"]
        length = stage.facts.get("games")
        if length is None:
            length = stage.event.announced
        left = max((len(stage.games(player)) if length is None else length) - gone, 0)
        over = abs(lead) > left * (stage.event.pay["win"] - stage.event.pay["loss"])
        return (None if length is None else True) if over else False

    # ------------------------------------------------------------ events

    def has_played_all(self, key: str) -> bool | None:
        """Whether every pair of a round robin met as often as it should."""
        stage = self.stages[key]
        often = 2 if stage.event.system == "double-round-robin" else 1
        answers = []
        players = taking_part(stage.event)
        for a in players:
            for b in players:
                if a < b:
                    done, open_ = set(), set()
                    for i, j in ((a, b), (b, a)):
                        for r, row in stage.games(i):
                            if row["opponent"] == j and row["outcome"] in SCORE:
                                done.add(r)
                            if row["opponent"] == j and row["outcome"] == "X":
                                open_.add(r)
                    answers.append(
                        True if len(done) >= often else None if len(done | open_) >= often else False
                    )
        return False if False in answers else None if None in answers else True

    def systems(self, key: str) -> set[str]:
        return {self.stages[k].event.system for k in self.whole_of[key]}

    def is_round_robin(self, key: str) -> bool:
        return self.systems(key) <= {"round-robin", "double-round-robin"}

    def of_event(self, key: str, player: int, round_: int) -> list[Answer]:
        """What is against the game because of the event."""
        stage, says, found = self.stages[key], self.says, list[Answer]()
        row = stage.event.rows[player, round_]
        unrated = [i for i in (player, row["opponent"]) if stage.rating(i) is None]
        most = 1 if says["match"] == "6.4" else 0
        if stage.event.system == "match" and len(self.whole_of[key]) == 1 and len(unrated) > most:
            found.append((False, says["match"]))
        people = self.everybody(key)
        rated = sum(self.is_rated_person(person) for person in people)
        if says["minima"] and self.is_round_robin(key):
            found += self.composition(key, len(people), rated)
        if says["scheveningen"] and stage.facts.get("scheveningen") and len(people) - rated > 1:
            found.append((False, says["scheveningen"]))
        return found

    def composition(self, key: str, people: int, rated: int) -> list[Answer]:
        stage, found = self.stages[key], list[Answer]()
        if self.systems(key) == {"double-round-robin"} and rated < people and (people < 6 or rated < 4):
            found.append((False, "6.32"))
        lacking = ["6.3"] * (3 * rated < people) + ["6.31"] * (people < 10 and rated < 4)
        if not lacking:
            return found
        champions = stage.facts.get("national_championship")
        women = stage.facts.get("women_only")
        if women is None:
            sexes = {(stage.sex.get(i) or "?")[0] for i in taking_part(stage.event)}
            women = False if "m" in sexes else True if sexes <= {"w", "f"} else None
        least = [3, 2] if women is None else [2] if women else [3]
        fulfilled = {rated >= n for n in least}
        if champions is False or fulfilled == {False}:
            return [*found, (False, lacking[0])]
        if champions and fulfilled == {True}:
            return found
        return [*found, (None, "6.33")]

    # ------------------------------------------------------------ what counts

    def by_the_general_rule(self, key: str, player: int, round_: int) -> list[Answer]:
        """6.4: Swiss and team events."""
        stage, says = self.stages[key], self.says
        opponent = stage.event.rows[player, round_]["opponent"]
        if stage.rating(player) is None:
            return self.for_a_newcomer(key, player, opponent)
        if stage.rating(opponent) is not None:
            return [(True, says["rated"])]
        if says["need"] is None or not says["against newcomers"]:
            return [(False, says["rated"])]
        return [(answer, says["rated"]) for answer, _ in self.enough(key, opponent)]

    def for_a_newcomer(self, key: str, player: int, opponent: int) -> list[Answer]:
        says = self.says
        if self.stages[key].rating(opponent) is None:
            return [(False, says["newcomer"])]
        if says["need"] is None:
            return [(True, says["newcomer"])]
        record = self.record(key, player)
        little = record["halves"] <= 1 and not record["waiting"]
        if says["first only"] and little and self.is_ignored(key, player) is False:
            return [(True, says["first article"])]
        return [(answer, says["newcomer"]) for answer, _ in self.enough(key, player)]

    def counted(self, key: str, player: int, round_: int) -> list[Answer]:
        general = self.by_the_general_rule(key, player, round_)
        if not self.is_round_robin(key) or not self.says["round robins apart"]:
            return general
        played = [self.has_played_all(k) for k in self.whole_of[key]]
        if all(played):
            return [(True, "6.43")]
        if False in played or all(answer for answer, _ in general):
            return general
        return [(None, "6.43")]

    def answer(self, key: str, player: int, round_: int) -> Answer:
        """Whether the game counts for the player, and the article that decides."""
        stage = self.stages[key]
        opponent = stage.event.rows[player, round_]["opponent"]
        assert opponent is not None
        found = self.single(key, player, round_) + self.of_event(key, player, round_)
        for i in (player, opponent) if self.says["against opponents"] else (player,):
            ignored = self.is_ignored(key, i)
            if ignored is not False:
                found.append((None if ignored is None else False, self.says["first article"]))
        found += self.counted(key, player, round_)
        for wanted in (False, None):
            for answer, article in found:
                if answer is wanted:
                    return wanted, article
        return True, found[-1][1]

    def all_games(self) -> dict[tuple[str, int, int], Answer]:
        return {
            (key, i, r): self.answer(key, i, r)
            for key, stage in self.stages.items()
            for i in stage.event.players
            for r, _ in stage.games(i)
        }
