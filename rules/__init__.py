"""The games on the shelf, and nothing else: no web, no clock, no luck but that of `rules.luck`.

A game is its list of moves. `rules.shelf` says what every game here offers, `rules.record` reads and
writes games played, and `python -m rules` drives it all without any screen.
"""
