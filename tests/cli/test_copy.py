"""`copy`: a file's tables go on in another database."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from facedown.engine import PUBLIC
from facedown.store import MemoryStore, Said, StoreError, copy, create_store
from facedown.table import act, hashed, room
from tests.loops import run, until
from tests.table.test_table import GAME, opened, play_out, tables

from .conftest import Cli, Ran


async def filled(url: str) -> dict[str, Any]:
    """Some evenings: a game that is over and its rematch, one with talk, one whose bot is asked, a changed code."""
    store = create_store(url)
    await store.open()
    house = tables(store)
    over, who = await opened(house)
    await play_out(over, who)
    await house.rematch(over, who[0])
    talking, people = await opened(house, 2, chat=True)
    await talking.say(people[0], "good evening")
    await play_out(talking, people, 2)
    await house.new_lock(talking, people[0])
    house.drivers.pause = (60, 60)
    waiting, ann = await house.open(GAME, 2, {"start": 1}, "Ann", ["random"])
    await room.start(waiting, hashed(ann), "", "")
    codes = {t.head.code: [t.look(v) for v in (0, 1, PUBLIC)] for t in (over, talking, waiting)}
    found = {"secret": await store.secret(), "looks": codes, "bot": waiting.head.code, "people": people,
             "talking": talking.head.code, "size": await store.size()}  # fmt: skip
    await house.close()
    await store.close()
    return found


async def checked(url: str, was: dict[str, Any]) -> None:
    store = create_store(url)
    await store.open()
    assert await store.secret() == was["secret"] and await store.size() == was["size"]
    house = tables(store)
    for code, looks in was["looks"].items():
        table = await house.find(code)
        assert table is not None
        for look in looks:
            now = table.look(look.viewer)
            assert (now.rev, now.view, now.log, now.asked) == (look.rev, look.view, look.log, look.asked)
            assert (now.outcome, now.names) == (look.outcome, look.names)
    talking = await house.find(was["talking"])
    assert talking is not None
    await play_out(talking, was["people"], 1)
    await act(talking, "pause", was["people"][0])
    await house.begin()
    bots = await house.find(was["bot"])
    assert bots is not None
    await until(lambda: bots.look(PUBLIC).waited_for == (0,))
    assert bots.play is not None and bots.play.kept, "what was due is due there"
    await house.close()
    await store.close()


def copied(cli: Cli, *how: str) -> Ran:
    """Runs the command in a thread of its own, where no loop runs: browsers keep one in the main thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(cli, "copy", *how).result()


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_everything_goes_on_in_the_other_database(
    cli: Cli, tmp_path: Path, kind: str, request: Any, capsys: Any
) -> None:
    source = str(tmp_path / "a.db")
    target = request.getfixturevalue("cluster").database() if kind == "postgres" else f"sqlite:///{tmp_path}/b.db"
    was = run(filled(source))
    capsys.readouterr()  # what a server logs
    size = copied(cli, "--from", source, "--to", target, "--json").json
    assert size == was["size"]._asdict() and size["tables"] == 5
    copied(cli, "--from", source, "--to", target).complains(2, "The target holds tables already (5)")
    run(checked(target, was))
    run(checked(source, was))


def test_what_cannot_be_copied_is_one_sentence(cli: Cli, tmp_path: Path, capsys: Any) -> None:
    there, new = str(tmp_path / "a.db"), str(tmp_path / "b.db")
    run(filled(there))
    capsys.readouterr()
    copied(cli, "--from", str(tmp_path / "typo.db"), "--to", new).complains(2, "no database")
    assert not (tmp_path / "typo.db").exists()
    copied(cli, "--from", there, "--to", there).complains(2, "the same")
    copied(cli, "--from", "memory", "--to", new).complains(2, "memory")
    (tmp_path / "text.db").write_text("no database at all, and long enough to be looked at" * 30)
    copied(cli, "--from", str(tmp_path / "text.db"), "--to", new).complains(2, "cannot be used")
    copied(cli, "--from", there, "--to", "postgresql://nobody@127.0.0.1:1/none").complains(2, "cannot be used")


def test_a_source_that_changes_meanwhile_is_noticed(tmp_path: Path) -> None:
    async def test() -> None:
        source, target = MemoryStore(), MemoryStore()
        house = tables(source)
        table, _ = await opened(house)

        def meanwhile(done: int) -> None:
            source._talk[table.head.id].append(Said(0, 0, "Ann", "still here"))

        with pytest.raises(StoreError, match="stop its server"):
            await copy(source, target, meanwhile)
        await house.close()

    run(test())
