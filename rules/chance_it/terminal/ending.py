"""The end: who has won and why, the ranking, and how to check the dice."""

from __future__ import annotations

import shlex

from rules.chance_it import Shared
from rules.chance_it.terminal.pen import BOLD, Pen, padded, wide
from rules.chance_it.terminal.story import Story
from rules.luck import commitment


def tell_the_end(pen: Pen, story: Story, view: Shared) -> None:
    pen.heading("The game is over")
    pen.paragraph(_who_won(pen, story, view))
    pen.line()
    longest = max(wide(story.who([seat])) for seat in range(len(view.players)))
    for ranked in view.ranking:
        player = view.players[ranked.seat]
        tokens = (("stars", player.stars), ("hearts", player.hearts), ("coins", player.coins))
        left = "   ".join(pen.column(number, token) for token, number in tokens)
        name = padded(story.who([ranked.seat]), longest)
        pen.line(f"  {ranked.place}.  {name}   {left if player.in_game else 'out of the game'}")
    pen.line()


def _who_won(pen: Pen, story: Story, view: Shared) -> str:
    result = view.result
    assert result is not None, "told only when the game is over"
    winners = result.winners
    if result.why == "nobody":
        return "Nobody wins: nobody has a heart left."
    if result.why == "last_heart":
        return f"{story.does(winners, 'win')}: nobody else has a heart left."
    best = view.players[winners[0]]
    stars = pen.tokens(best.stars, "stars")
    if len(winners) > 1:
        return f"{story.does(winners, 'share')} the victory with {stars}, and equal in hearts and coins."
    level = [
        player
        for seat, player in enumerate(view.players)
        if player.in_game and seat not in winners and player.stars == best.stars
    ]
    if not level:
        return f"{story.does(winners, 'win')} with the most stars, {stars}."
    more = "coins" if any(player.hearts == best.hearts for player in level) else "hearts"
    return f"{story.does(winners, 'win')}: others have {stars} as well, but fewer {more}."


def show_the_seed(pen: Pen, seed: str, record: str | None) -> None:
    """The seed, and the command that checks it: all draws with a record, else that it is the seed that was promised."""
    pen.line("  FAIR DICE", BOLD)
    pen.paragraph("This seed gave every roll and shuffle; its SHA-256 was shown at the start.")
    pen.line(f"    seed     {seed}")
    pen.line(f"    SHA-256  {commitment(seed)}")
    if record:
        pen.paragraph("This checks every draw of the record:")
        pen.line(f"    python -m rules verify {shlex.quote(record)} \\")
        pen.line(f"      {seed}")
    else:
        pen.paragraph("This checks the seed. With --record FILE a game can be checked draw by draw.")
        pen.line("    printf %s \\")
        pen.line(f"      {seed} |")
        pen.line("      sha256sum")
