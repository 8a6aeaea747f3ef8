"""What the operator of a public site can watch: served at /metrics where CHANCEIT_METRICS is on."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

TURN = Histogram(
    "chanceit_turn_seconds",
    "From taking up the requests that wait to their answers, for all tables of a turn together",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15),
)
COMMITS = Counter("chanceit_commits", "Turns that were stored, each in one transaction")
ENTRIES = Counter("chanceit_entries", "Entries that were stored")
PAGES = Counter("chanceit_pages", "What became of each table's page of a turn", ["outcome"])
REFUSALS = Counter("chanceit_refusals", "What was refused, by code", ["code"])
ROOMS = Gauge("chanceit_rooms", "Tables that are live in this process")
SOCKETS = Gauge("chanceit_sockets", "Screens that are connected to this process")
SLOW = Gauge("chanceit_slow_sockets", "Screens that do not read as fast as they are sent to")
UNSENT = Gauge("chanceit_unsent_bytes", "Bytes that wait for slow screens")
DROPPED = Counter("chanceit_dropped_sockets", "Screens that were dropped because they did not read")
LAG = Histogram(
    "chanceit_lag_seconds",
    "From an entry being stored by another process to its being shown here",
    buckets=(0.005, 0.02, 0.05, 0.1, 0.5, 1, 3, 10, 60),
)
