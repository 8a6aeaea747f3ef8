"""Export and import of records, by the real commands."""

import io
import json
import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from chanceit import models
from chanceit.live import gate
from chanceit.table import commands as c
from chanceit.table import records, storing
from chanceit.table.authority import command_of, own_command
from chanceit.table.state import COMPUTER_DECIDED
from tests.rules.recorded import RECORDS
from tests.web.conftest import run_python
from tests.web.people import Person, Server

UNFINISHED = next(file for file in RECORDS if file.name.startswith("chance_it-3"))


def bring_in(*lines: bytes) -> models.Table:
    table = records.bring_in(lines, "hash")
    return models.Table.objects.get(code=table.code)


def export(code: str, *options: str, capfdbinary: pytest.CaptureFixture[bytes]) -> list[bytes]:
    call_command("export_record", code, *options)
    return capfdbinary.readouterr().out.splitlines()


def parsed(lines: list[bytes]) -> list[dict]:
    return [json.loads(line) for line in lines]


@pytest.mark.django_db
@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_game_that_was_brought_in_and_exported_again_has_the_same_moves(file: Path, capfdbinary):
    before = parsed(file.read_bytes().splitlines())
    row = bring_in(*file.read_bytes().splitlines(keepends=True))
    header, *moves = parsed(export(row.code, capfdbinary=capfdbinary))
    assert moves == before[1:]
    assert header["players"] == before[0]["players"]
    assert header["game"] == before[0]["game"]
    assert header["id"] == f"{row.code}-1"
    assert "commitment" not in header  # nobody here can promise anything about these dice
    assert header["box"] == before[0].get("box", header["box"])
    assert header["options"].items() >= before[0].get("options", {}).items()
    assert row.status == "over"


def of_three_players(moves: int) -> list[bytes]:
    return UNFINISHED.read_bytes().splitlines(keepends=True)[: moves + 1]


@pytest.mark.django_db
def test_the_log_says_whose_the_moves_were():
    row = bring_in(*of_three_players(9))
    entries = [(entry.by, json.loads(entry.what)) for entry in row.log.all()]
    assert [what["what"] for _by, what in entries[:5]] == ["opened", "joined", "joined", "joined", "begun"]
    played = [(what["move"]["do"], what["move"].get("seat"), by) for by, what in entries[5:]]
    assert [by for do, _seat, by in played if do == "shuffle"] == ["table"]
    assert {by for do, _seat, by in played if do == "roll"} == {"game_master"}
    assert all(by == str(seat + 1) for do, seat, by in played if do in ("start", "choose"))


@pytest.mark.django_db
def test_a_correction_was_the_game_masters():
    correction = b'{"do": "correct", "seat": 1, "token": "coins", "by": 3}\n'
    row = bring_in(*of_three_players(9), correction)
    assert row.log.last().by == "game_master"
    assert row.players.get(seat=1).coins > 0


@pytest.mark.django_db
def test_a_game_that_was_not_over_goes_on_with_new_luck():
    """After the shuffle and the start the dice are due; they come from the new table's own seed."""
    row = bring_in(*of_three_players(2))
    after = storing.play(row.code, "game_master", c.Play(b'{"do": "roll"}'), "roll")
    assert after.on.count == 3
    assert after.on.state.phase == "choose"
    storing.play(row.code, "game_master", c.Undo(), "undo")
    again = storing.play(row.code, "game_master", c.Play(b'{"do": "roll"}'), "again")
    assert again.on.state.dice == after.on.state.dice


@pytest.mark.django_db
def test_whoever_plays_by_phone_while_a_computer_player_sits_in_has_decided_too():
    row = bring_in(b'{"format": "chanceit/1", "game": "chance_it", "players": ["Eva", "John"]}')
    for number, (actor, request) in enumerate(
        [
            (1, c.Play(b'{"do": "start", "seat": 0}')),
            ("game_master", c.Play(b'{"do": "roll", "dice": [2, 2, 3, 4, 5]}')),
            ("game_master", c.Replace(1, "medium")),
        ]
    ):
        storing.play(row.code, actor, request, f"{actor}:{number}")
    lay = c.Play(b'{"do": "choose", "seat": 0, "guide": "in"}')
    by_phone = storing.play(row.code, 1, lay, command_of(1, "x")).on
    assert storing.play(row.code, "game_master", c.Undo(), "undo").on.count == by_phone.count - 1
    by_computer = storing.play(row.code, 1, lay, own_command(COMPUTER_DECIDED, 10)).on
    assert storing.play(row.code, "game_master", c.Undo(), "and more").on.count == by_computer.count - 2


@pytest.mark.django_db
def test_a_header_alone_is_a_game_that_begins():
    row = bring_in(b'{"format": "chanceit/1", "game": "chance_it", "players": ["Eva", "John"]}')
    table = storing.load(row.code).table
    assert (table.status, table.on.state.phase) == ("playing", "start")  # the table has shuffled by itself


@pytest.mark.django_db
def test_names_are_kept_as_they_are():
    names = ["", "Eva", "Eva", "x" * 80, " \t<b>"]
    header = {"format": "chanceit/1", "game": "chance_it", "players": names}
    row = bring_in(json.dumps(header).encode())
    assert [player.name for player in row.players.all()] == names
    assert [seated.name for seated in storing.load(row.code).table.players] == names


@pytest.mark.django_db
def test_a_bad_line_is_named_and_nothing_is_stored(tmp_path: Path):
    file = tmp_path / "bad.jsonl"
    file.write_bytes(b"".join(of_three_players(9)) + b'{"do": "roll", "dice": [7, 1, 1, 1, 1]}\n')
    before = models.Table.objects.count(), models.Entry.objects.count(), models.Box.objects.count()
    with pytest.raises(CommandError, match=r"bad.jsonl, line 11: .+ Nothing was imported"):
        call_command("import_record", str(file))
    assert (models.Table.objects.count(), models.Entry.objects.count(), models.Box.objects.count()) == before


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "line 1"),
        (b"\xff\n", "line 1"),
        (b"\xef\xbb\xbf{}\n", "line 1"),
        (
            b'{"format": "chanceit/1", "game": "chess", "players": ["Eva", "John"]}\n',
            "line 1: There is no game 'chess'",
        ),
        (b'{"format": "chanceit/1", "game": "chance_it", "players": ["Eva"]}\n', "line 1"),
        (b'{"format": "chanceit/1", "game": "chance_it", "players": ["Eva", "John"]}\n\n', "line 2"),
    ],
)
def test_what_is_no_record_is_refused_in_words(tmp_path: Path, content: bytes, told: str):
    file = tmp_path / "bad.jsonl"
    file.write_bytes(content)
    with pytest.raises(CommandError, match=told):
        call_command("import_record", str(file))
    assert not models.Table.objects.exists()


@pytest.mark.django_db
def test_a_file_that_is_not_there_is_said(tmp_path: Path):
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        call_command("import_record", str(tmp_path / "none.jsonl"))


@pytest.mark.django_db
def test_a_running_game_is_not_exported_by_accident(capfdbinary):
    row = bring_in(*of_three_players(9))
    with pytest.raises(CommandError, match="holds secrets"):
        call_command("export_record", row.code)
    assert capfdbinary.readouterr().out == b""
    assert len(export(row.code, "--even-if-running", capfdbinary=capfdbinary)) == 10


@pytest.mark.django_db
def test_every_game_of_a_table_can_be_exported(capfdbinary):
    row = bring_in(*UNFINISHED.read_bytes().splitlines())
    first = export(row.code, capfdbinary=capfdbinary)
    storing.play(row.code, "game_master", c.Again(), "again")
    assert export(row.code, capfdbinary=capfdbinary) == first
    storing.play(row.code, "game_master", c.Begin(), "begin")
    with pytest.raises(CommandError, match="going on"):
        call_command("export_record", row.code)
    assert export(row.code, "--game", "1", capfdbinary=capfdbinary) == first
    with pytest.raises(CommandError, match="there is no number 3"):
        call_command("export_record", row.code, "--game", "3")


@pytest.mark.django_db
def test_a_table_without_a_game_or_no_table_is_said():
    code = storing.open_anywhere("chance_it", b"", b"{}", "hash")
    with pytest.raises(CommandError, match="No game has begun"):
        call_command("export_record", code.lower())
    for command in ("export_record", "take_over"):
        with pytest.raises(CommandError, match="There is no table AEIO"):
            call_command(command, "aeio")


@pytest.mark.django_db
def test_an_existing_file_is_not_written_over(tmp_path: Path):
    row = bring_in(*UNFINISHED.read_bytes().splitlines())
    file = tmp_path / "game.jsonl"
    call_command("export_record", row.code, str(file))
    content = file.read_bytes()
    assert len(content.splitlines()) == len(UNFINISHED.read_bytes().splitlines())
    with pytest.raises(CommandError, match=r"cannot be written to .*File exists"):
        call_command("export_record", row.code, str(file))
    assert file.read_bytes() == content


@pytest.mark.django_db
def test_an_imported_game_shows_no_seed_and_promises_nothing():

    row = bring_in(*UNFINISHED.read_bytes().splitlines())
    table = storing.load(row.code).table
    assert gate.welcome(table).commitment is None
    assert gate.table_seen(table).seed is None
    assert table.on.seed  # which later draws would come from


@pytest.mark.django_db
def test_a_second_record_cannot_be_laid_over_a_game():
    row = bring_in(*of_three_players(9))
    request = c.Import((c.Join("Eva", ""), c.Join("John", "")), (), "")
    with pytest.raises(storing.Refusal, match="just been opened"):
        storing.play(row.code, "game_master", request, "again")


async def test_the_printed_link_leads_to_the_game_master_screen_once(tmp_path: Path):
    """With the real commands beside a real server; the guests get their seats back as after a lost phone."""
    server = Server(tmp_path).start()
    try:
        record = tmp_path / "record.jsonl"
        record.write_bytes(b"".join(of_three_players(2)))
        done = run_python("manage.py", "import_record", str(record), "--site", server.url, data=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        found = re.search(rf"Table (\w+): 2 moves, playing.*\n.*\n{server.url}(/\1/take-over)#(\S+)", done.stdout)
        assert found, done.stdout
        code, path, ticket = found.groups()
        host, thief, guest = Person(server), Person(server), Person(server)
        assert host.get(path)[0] == 200
        assert host.post(path, **{"pass": ticket}) == (302, f"/{code}/table")
        assert thief.post(path, **{"pass": ticket})[0] == 403
        assert guest.post(f"/{code}/ask", player="1") == (302, f"/{code}")
        async with host.screen(code, "table") as table, guest.screen(code, "phone") as phone:
            await table.until(lambda: table.view and table.table["asking"])
            await table.manage("allow", ask=table.table["asking"][0]["ask"])
            await phone.until(lambda: phone.view and phone.table["you"] == 1)
            answer = await table.play({"do": "roll"})
            assert answer["type"] == "done"
            await phone.until(lambda: phone.game["phase"] == "choose")
            assert (await phone.play({"do": "choose", "seat": 0, "guide": "out"}))["type"] == "done"
        exported = run_python("manage.py", "export_record", code, "--even-if-running", data=tmp_path)
        assert len(exported.stdout.splitlines()) == 5

        # A host whose device is lost asks whoever runs the server.
        done = run_python("manage.py", "take_over", code, "--site", server.url, data=tmp_path)
        ticket = done.stdout.strip().rpartition("#")[2]
        assert thief.post(path, **{"pass": ticket}) == (302, f"/{code}/table")
        assert host.get(f"/{code}/table")[0] == 403
    finally:
        server.stop()


def test_postgresql_takes_a_record_too(tmp_path: Path, postgres_url: str):
    environment = {"data": tmp_path, "DATABASE_URL": postgres_url}
    assert run_python("manage.py", "migrate", "--verbosity", "0", **environment).returncode == 0
    done = run_python("manage.py", "import_record", str(UNFINISHED), **environment)
    assert (done.returncode, done.stderr) == (0, "")
    code = re.search(r"Table (\w+)", done.stdout)[1]
    exported = run_python("manage.py", "export_record", code, **environment)
    same = [json.loads(line) for line in exported.stdout.splitlines()[1:]]
    assert same == parsed(UNFINISHED.read_bytes().splitlines())[1:]
    # What PostgreSQL cannot keep is refused, and nothing is left of it.
    count = ("manage.py", "shell", "-v0", "-c", "print(Table.objects.count(), Entry.objects.count())")
    before = run_python(*count, **environment).stdout
    header = {"format": "chanceit/1", "game": "chance_it", "players": ["a\0b", "John"], "id": "odd"}
    odd = tmp_path / "odd.jsonl"
    odd.write_text(json.dumps(header))
    done = run_python("manage.py", "import_record", str(odd), **environment)
    assert done.returncode == 1
    assert "Nothing was imported" in done.stderr
    assert "Traceback" not in done.stderr
    assert run_python(*count, **environment).stdout == before


@pytest.mark.django_db
def test_a_record_can_come_by_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(UNFINISHED.read_bytes())))
    call_command("import_record", "-")
    assert re.match(r"Table \w{4}: \d+ moves, over\.", capsys.readouterr().out)
