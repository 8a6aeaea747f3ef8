"""Random playouts of OpenSpiel games from Python, one thread.

A move is one player's decision; in a simultaneous game each player's part of a joint action is one
move. Chance outcomes (dice, cards) are sampled too and counted apart.
"""

import importlib
import pkgutil
import random
import sys
import time

import pyspiel

GAMES = ["pig", "liars_dice", "goofspiel(imp_info=True,points_order=random)"]
PYTHON_GAMES = ["python_tic_tac_toe", "python_kuhn_poker", "python_liars_poker"]


def register_python_games():
    try:
        package = importlib.import_module("open_spiel.python.games")
    except ImportError:
        return
    for module in pkgutil.iter_modules(package.__path__):
        try:
            importlib.import_module(f"open_spiel.python.games.{module.name}")
        except ImportError:
            continue  # needs something that is not installed


def playout(game):
    moves = chances = 0
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(actions, weights)[0])
            chances += 1
        elif state.is_simultaneous_node():
            joint = [random.choice(state.legal_actions(p)) for p in range(game.num_players())]
            state.apply_actions(joint)
            moves += game.num_players()
        else:
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
    return moves, chances


def measure(name, seconds):
    game = pyspiel.load_game(name)
    games = moves = chances = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        m, c = playout(game)
        games, moves, chances = games + 1, moves + m, chances + c
    print(
        f"{name:48} {moves / elapsed:10.0f} moves/s {games / elapsed:9.1f} games/s "
        f"{moves / games:7.1f} moves/game {chances / elapsed:9.0f} chance/s",
        flush=True,
    )


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5
    random.seed(1)
    register_python_games()
    known = set(pyspiel.registered_names())
    for name in GAMES + [name for name in PYTHON_GAMES if name in known]:
        measure(name, seconds)
    print("Python games in this wheel:", ", ".join(sorted(n for n in known if n.startswith("python_"))))


if __name__ == "__main__":
    main()
