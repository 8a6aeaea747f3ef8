"""Random playouts of RLCard's simplest games, one thread.

"game" drives the game object alone; "env" is the usual entry, which also encodes observations.
"""

import random
import sys
import time

import rlcard

NAMES = ["blackjack", "leduc-holdem", "limit-holdem"]


def play_game(env):
    game = env.game
    game.init_game()
    moves = 0
    while not game.is_over():
        # Blackjack names its legal actions only in the environment.
        legal = game.get_legal_actions() if hasattr(game, "get_legal_actions") else ["hit", "stand"]
        game.step(random.choice(legal))
        moves += 1
    return moves


def play_env(env):
    state, _ = env.reset()
    moves = 0
    while not env.is_over():
        state, _ = env.step(random.choice(list(state["legal_actions"])))
        moves += 1
    return moves


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5
    random.seed(1)
    for name in NAMES:
        for label, play in (("game", play_game), ("env", play_env)):
            env = rlcard.make(name, config={"seed": 1})
            games = moves = 0
            start = time.perf_counter()
            while (elapsed := time.perf_counter() - start) < seconds:
                moves += play(env)
                games += 1
            print(
                f"{name:16} {label:5} {moves / elapsed:10.0f} moves/s {games / elapsed:9.1f} games/s "
                f"{moves / games:6.1f} moves/game",
                flush=True,
            )


if __name__ == "__main__":
    main()
