"""Rating changes and first ratings: a second reading of B.02, player by player."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from .eligibility import SCORE, Rated
from .rating_tables import expected_hundredths


class Changed(Rated):
    """All stages under one edition: what the games that count are worth."""

    def coefficient(self, key: str, player: int, games: int) -> int | None:
        """K, None where it hangs on something that is not known."""
        stage, rating = self.stages[key], self.stages[key].rating(player)
        assert rating is not None
        most = self.says["most K"]
        own = stage.fact(player, "k")
        if own is not None:
            possible = {int(own)}
        else:
            new, usual, top = self.says["K"]
            highest = max(stage.fact(player, "highest_rating") or 0, rating)
            possible = {top if highest >= 2400 else usual}
            if most and rating < 2300:
                birth = stage.birth.get(player)
                if birth is None or stage.start is None:
                    possible.add(40)
                elif stage.start.year - birth <= 18:
                    possible = {40}
            played = stage.fact(player, "games_played")
            if played is None:
                possible.add(new)
            elif played < 30:
                possible = {new}
        if len(possible) > 1:
            return None
        k = possible.pop()
        games += int(stage.fact(player, "games_in_period") or 0)
        return min(k, most // games) if most and games else k

    def expected(self, key: str, mine: int, theirs: int) -> int:
        """Expected score in hundredths."""
        top, difference = self.says["top"], mine - theirs
        standard = (self.stages[key].facts.get("speed") or "standard") == "standard"
        if not (top and standard and mine >= top):
            difference = max(-400, min(400, difference))
        return expected_hundredths(difference)

    def change(self, key: str, player: int) -> dict[str, Any]:
        """The rating change of a rated player."""
        stage, rating = self.stages[key], self.stages[key].rating(player)
        assert rating is not None
        answers = [(r, row, self.answer(key, player, r)[0]) for r, row in stage.games(player)]
        games, score, expected = 0, Fraction(0), Fraction(0)
        for _, row, answer in answers:
            if answer:
                theirs = stage.rating(row["opponent"])
                if theirs is None:
                    record = self.record(key, row["opponent"])
                    theirs = self.worth(record["met"], record["scored"])
                assert theirs is not None
                games += 1
                score += Fraction(SCORE[row["outcome"]], 2)
                expected += Fraction(self.expected(key, rating, theirs), 100)
        k = self.coefficient(key, player, games)
        found: dict[str, Any] = {"games": games, "score": score, "expected": expected, "k": k, "change": None}
        if all(answer is not None for *_, answer in answers) and (k is not None or not games):
            exact = (k or 0) * (score - expected)
            whole = math.floor(abs(exact) + Fraction(1, 2))
            found["change"] = exact
            found["new"] = rating + (whole if exact > 0 else -whole)
        return found

    def first_rating(self, key: str, player: int) -> dict[str, Any]:
        """What an unrated player made of it, and whether it is published."""
        met: list[int] = []
        counted, scored, open_ = 0, 0, False
        for k, i in self.same_person(key, player):
            stage = self.stages[k]
            for r, row in stage.games(i):
                answer, _ = self.answer(k, i, r)
                counted += answer is True
                theirs = stage.rating(row["opponent"])
                if answer and theirs is not None:
                    met.append(theirs)
                    scored += SCORE[row["outcome"]]
        open_ = any(self.answer(key, player, r)[0] is None for r, _ in self.stages[key].games(player))
        found: dict[str, Any] = {
            "games": len(met), "score": Fraction(scored, 2), "performance": self.worth(met, scored),
            "rating": None, "published": None,
        }  # fmt: skip
        earlier = [self.stages[key].fact(player, f"earlier_{name}") for name in ("games", "score", "average")]
        if open_ or earlier[0] is None or (earlier[0] and None in earlier):
            return found
        if earlier[0]:
            met = met + [earlier[2]] * earlier[0]
            scored, counted = scored + int(2 * earlier[1]), counted + earlier[0]
        rating = self.worth(met, scored)
        floor = self.floor(key)
        found["rating"] = rating
        if rating is None or counted < self.says["publish"]:
            found["published"] = False
        elif floor is not None:
            found["published"] = rating >= floor
        return found
