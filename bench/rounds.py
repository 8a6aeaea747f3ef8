"""How long a round of Chance It takes when everybody taps at once: what the screens tell, by their own scripts.

Computer players play games with fixed seeds, easy, medium and hard ones in turn. `rounds.js` hands what happened
to `static/js/table/pacing.js`, turns its clock, and sends the next move when all is told. Network and people are left
out.

    python -m bench.rounds                      # the fifth rounds of 20 games, for 3 and for 6 players
    python -m bench.rounds --scripts FOLDER     # with the static/js of another version
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from rules import chance_it
from rules.luck import Luck
from rules.parts import after

HERE = Path(__file__).parent
SCRIPTS = HERE.parent / "static" / "js"


def entries(seed: str, players: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """The messages of a game, one for each move, each with the round that it belongs to."""
    box, options = chance_it.house_box(), chance_it.read_options(b"{}", players)
    minds = [chance_it.COMPUTER_PLAYERS[mind] for mind in ("easy", "medium", "hard")]
    state, draws, number = chance_it.new_game(players, box, options), 0, 0
    while state.result is None:
        number += 1
        luck = Luck(seed)
        move: Any = chance_it.draw(state, luck, draws)
        if move is not None:
            draws += 1
        elif state.phase == "start":
            move = chance_it.Start(0)
        else:
            seat = state.awaiting[0]
            lots = luck.lots(f"{number}-{seat}")
            move = minds[seat % len(minds)](chance_it.shared(state), chance_it.own(state, seat), box, options, lots)
        shown, played_in = chance_it.shared(state), state.round
        state, events = chance_it.apply(state, move)
        sets = []
        for event in events:
            sets.append(chance_it.sets(shown, event))
            shown = after(shown, sets[-1])
        entry = {"number": number, "by": 1, "do": "move", "events": events, "sets": sets}
        yield played_in, {"number": number, "view": chance_it.shared(state), "events": [entry]}


def game(seed: str, players: int, number: int) -> dict[str, Any]:
    """What the screens show before a round, and the messages of that round."""
    before: Any = None
    messages = []
    for played_in, message in entries(seed, players):
        if played_in < number:
            before = message
        elif played_in == number:
            messages.append(message)
        else:
            break
    return {"before": before, "messages": messages}


def measure(games: list[dict[str, Any]], pace: str, scripts: Path) -> list[dict[str, Any]]:
    told = subprocess.run(
        ["node", HERE / "rounds.js", scripts.resolve(), pace],
        input=msgspec.json.encode(games),
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(told.stdout)  # type: ignore[no-any-return]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--round", type=int, default=5)
    parser.add_argument("--pace", default="normal")
    parser.add_argument("--players", type=int, nargs="+", default=[3, 6])
    parser.add_argument("--scripts", type=Path, default=SCRIPTS)
    parser.add_argument("--steps", action="store_true", help="also what the time goes to")
    options = parser.parse_args()
    for players in options.players:
        games = [game(f"rounds {number}", players, options.round) for number in range(options.games)]
        told = measure([one for one in games if one["messages"]], options.pace, options.scripts)
        seconds = sorted(one["milliseconds"] / 1000 for one in told)
        print(
            f"{players} players, round {options.round}, {options.pace}: median {statistics.median(seconds):.1f} s, "
            f"fastest {seconds[0]:.1f} s, slowest {seconds[-1]:.1f} s, {len(seconds)} games"
        )
        if options.steps:
            kinds = {kind for one in told for kind in one["kinds"]}
            mean = {kind: sum(one["kinds"].get(kind, 0) for one in told) / len(told) / 1000 for kind in kinds}
            print("   " + ", ".join(f"{kind} {mean[kind]:.1f} s" for kind in sorted(mean, key=lambda k: -mean[k])))


if __name__ == "__main__":
    main()
