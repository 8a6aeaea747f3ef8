"""Is the house box a good one? Computer players play it: `python -m bench.balance --games 4000`.

All computer players but the expert sit at the tables, and each arrangement of them is played with everybody starting
once, so that a place's figure shows the place and not who sat there. docs/house-box.md holds the results
and what they were used for.
"""

from __future__ import annotations

import argparse

from rules import chance_it
from rules.chance_it.balance import Tally, figures, run


def show(tally: Tally, box: chance_it.Box, cards: bool) -> None:
    games = tally.games
    found = figures(tally, box)
    low, high = found["usual"]
    print(f"\n## {tally.players} players, {games} games\n")
    print(f"Rounds: {found['rounds']:.1f} on average, two games in three between {low} and {high}.")
    endings = sorted(found["endings"].items(), key=lambda ending: -ending[1])
    print(f"Endings: {', '.join(f'{why} {100 * share:.1f} %' for why, share in endings)}.")
    fair = 100 / tally.players
    places = ", ".join(f"{100 * share - fair:+.1f}" for share in found["places"])
    print(
        f"Of the games won, by place from the first starting player, points above a fair share of {fair:.1f}: {places}."
    )
    minds = ", ".join(
        f"{mind} {100 * tally.wins_of_mind[mind] / seats:.1f} %" for mind, seats in tally.seats_of_mind.items()
    )
    print(f"Wins per seat: {minds}.")
    if not cards:
        return
    print("\n| card | when | price | does | bought | discarded | worked | its buyers won |")
    print("|---|---|---|---|---|---|---|---|")
    for card in box.cards:
        does = ", ".join(
            f"{getattr(card, effect)} {effect}"
            for effect in ("coins", "hearts", "stars", "hit", "market")
            if getattr(card, effect)
        )
        told = found["cards"][card.id]
        print(
            f"| {card.id} | {card.when} | {card.price} | {does} | {told['bought']:.2f} "
            f"| {told['discarded']:.2f} | {told['used']:.2f} | {100 * told['won']:.0f} % |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000, help="for each number of players (default 4000)")
    options = parser.parse_args()
    box = chance_it.house_box()
    for players in chance_it.PLAYERS:
        show(run(box, players, range(options.games)), box, cards=players == 4)


if __name__ == "__main__":
    main()
