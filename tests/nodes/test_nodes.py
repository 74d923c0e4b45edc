"""Two server processes on one PostgreSQL: one table, moves through both, and either of them may die."""

import json
import random
import re
import signal

import pytest

from tests.process import until
from tests.web.person import Person

pytestmark = [pytest.mark.server, pytest.mark.postgres]


def shown(person, region):
    """What a region of this person's page says now, as its stream has it."""
    for frame in reversed(person.frames[:]):
        regions = json.loads(frame)["regions"]
        if region in regions:
            return re.sub(r"<[^>]*>|\s+", " ", regions[region]).split()
    return []


def entries(cluster, url):
    return [row["n"] for row in cluster.do(url, "SELECT n FROM entry ORDER BY n")]


def at_other(person, node):
    """The same browser, at another node."""
    other = Person(node.url, person.name)
    other.http.cookies.update(person.http.cookies)
    other.path, other.code = person.path, person.code
    return other


def watching(person, *nodes):
    """A spectator at each node, with its stream open."""
    watchers = [Person(node.url).watch(person) for node in nodes]
    for watcher in watchers:
        watcher.page()
        watcher.listen()
    return watchers


def see_the_same(watchers):
    for region in ("table", "log"):
        until(lambda r=region: shown(watchers[0], r) == shown(watchers[1], r) != [])


def test_one_table_is_played_through_both_and_both_show_everything(node, cluster):
    url, rng = cluster.database(), random.Random(3)
    one, two = node(url), node(url)
    ann, ben = Person(one.url, "Ann").open("fly-down", 2), Person(two.url, "Ben")
    assert ben.join(ann).status_code == 303
    watchers = watching(ann, one, two)
    ann.listen()
    until(lambda: re.search(r'dot here"></span></span><span class="grow"><span class="name">Ann', ben.page()))
    ann.start()
    for _ in range(6):
        until(lambda: ann.asked() or ben.asked())
        mover = ann if ann.asked() else ben
        before = len(entries(cluster, url))
        while len(entries(cluster, url)) == before:  # some of what a form can send is refused
            mover.act(rng)
        see_the_same(watchers)
    log = entries(cluster, url)
    assert log == list(range(len(log)))
    for person in (ann, ben, *watchers):
        person.leave()


def test_a_killed_node_s_bot_is_carried_on_by_the_other(node, cluster):
    url, rng = cluster.database(), random.Random(4)
    slow, quick = node(url, pause=60), node(url)
    ann = Person(slow.url, "Ann").open("fly-down", 3, bots=2)
    ann.start()
    while ann.asked():  # some of what a form can send is refused
        ann.act(rng)
    before = entries(cluster, url)
    assert not ann.asked(), "a bot thinks, for a minute"
    slow.stop(signal.SIGKILL)
    ann = at_other(ann, quick)
    until(lambda: len(entries(cluster, url)) > len(before))
    until(ann.asked)
    while ann.asked():
        ann.act(rng)
    until(ann.asked)
    log = entries(cluster, url)
    assert log == list(range(len(log)))
    ann.leave()


def test_a_killed_node_s_deadline_runs_out_at_the_other_and_once(node, cluster):
    url = cluster.database()
    one, two = node(url), node(url)
    ann, ben = Person(one.url, "Ann").open("fly-down", 2, turn_clock=5), Person(two.url, "Ben")
    ben.join(ann)
    ben.listen()
    ann.start()
    until(lambda: shown(ben, "timers"))
    one.stop(signal.SIGKILL)
    assert entries(cluster, url) == []
    until(lambda: entries(cluster, url) == [0])
    assert [row["actor"] for row in cluster.do(url, "SELECT actor FROM entry")] == [-1]
    until(lambda: entries(cluster, url) == [0, 1])
    ben.leave()


def test_a_node_that_is_stopped_leaves_its_bots_to_the_other_at_once(node, cluster):
    url, rng = cluster.database(), random.Random(5)
    slow, quick = node(url, pause=60), node(url)
    ann = Person(slow.url, "Ann").open("fly-down", 3, bots=2)
    ann.start()
    while ann.asked():  # some of what a form can send is refused
        ann.act(rng)
    assert slow.stop()[0] == 0
    until(lambda: at_other(ann, quick).asked())


def test_while_the_database_restarts_nothing_is_lost_and_both_nodes_find_it_again(node, cluster):
    url, rng = cluster.database(), random.Random(6)
    one, two = node(url), node(url)
    ann, ben = Person(one.url, "Ann").open("fly-down", 2), Person(two.url, "Ben")
    ben.join(ann)
    ann.start()
    watchers = watching(ann, one, two)
    cluster.stop("immediate")
    cluster.start()
    for n in range(4):
        until(lambda: ann.asked() or ben.asked())
        mover = ann if ann.asked() else ben
        while len(entries(cluster, url)) == n:
            mover.act(rng)
        assert entries(cluster, url) == list(range(n + 1))
        see_the_same(watchers)
    for person in (ann, ben, *watchers):
        person.leave()
