"""The stakes: what OUT brings and taking part costs (R11 to R14)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.chance_it.events import Events, TokenChanged
from rules.chance_it.hearts import eliminate_the_heartless
from rules.chance_it.setting_up import next_round
from rules.chance_it.state import ActionRound, Player, State


def settle(state: State, events: Events) -> State:
    """Everybody pays and collects at the same time, with the counts from the reveal (J6)."""
    in_game = state.seats_in_game
    participants = state.participants
    players = list(state.players)
    if not participants:
        for seat in in_game:
            players[seat] = _all_out(players[seat], seat, events)
    else:
        sheet = state.box.sheet(len(in_game))
        out = len(in_game) - len(participants)
        price = sheet.participants[len(participants) - 1]
        for seat in in_game:
            if players[seat].guide == "out":
                players[seat] = _collect(players[seat], seat, sheet.out[out - 1], events)
            else:
                players[seat] = _pay(players[seat], seat, price, events)
    state = replace(state, players=tuple(players))
    state = eliminate_the_heartless(state, in_game, events)
    if state.result is not None:
        return state
    if not state.participants:  # R12, J7
        return next_round(state, events)
    return replace(state, phase="running", action=ActionRound())


def _all_out(player: Player, seat: int, events: Events) -> Player:
    """R12: when everybody is OUT, each puts one heart back."""
    events.append(TokenChanged(seat, "hearts", -1, player.hearts - 1, "all_out", "R12"))
    return replace(player, hearts=player.hearts - 1)


def _collect(player: Player, seat: int, coins: int, events: Events) -> Player:
    """R11."""
    if not coins:
        return player
    events.append(TokenChanged(seat, "coins", coins, player.coins + coins, "stakes", "R11"))
    return replace(player, coins=player.coins + coins)


def _pay(player: Player, seat: int, price: int, events: Events) -> Player:
    """R13; R14, J6: what is missing when no coin is left is paid in hearts, as far as they go."""
    coins = min(price, player.coins)
    hearts = min(price - coins, player.hearts)
    if coins:
        events.append(TokenChanged(seat, "coins", -coins, player.coins - coins, "stakes", "R13"))
    if hearts:
        events.append(TokenChanged(seat, "hearts", -hearts, player.hearts - hearts, "stakes", "R14"))
    return replace(player, coins=player.coins - coins, hearts=player.hearts - hearts)
