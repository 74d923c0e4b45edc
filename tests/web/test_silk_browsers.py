"""Hit the Silk! on the plain table: six browsers, and what each of them sees of thefts, deaths, trades, threats, jump
and landing. Each scene is staged shortly before what it is about."""

import re

import pytest
from playwright.sync_api import expect

from tests.process import ROOT, Server

from .silk import NAMES, Player, others, restart, stage
from .test_browsers import axe, fits

pytestmark = [pytest.mark.browser, pytest.mark.server]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("silk")
    server = Server(folder, ["hit-the-silk"], host="127.0.0.1", stage=str(ROOT / "tests" / "staged")).start()
    server.url = f"http://127.0.0.1:{server.port}"
    yield server
    server.stop()


@pytest.fixture(scope="module")
def six(browser):
    people = [Player(browser, name) for name in NAMES]
    yield people
    for person in people:
        person.context.close()


@pytest.fixture
def people(six):
    """The six, of whose pages nothing went wrong."""
    yield six
    for person in six:
        assert person.faults == [], person.name


def test_a_steal_stopped_by_a_knife_one_that_is_not_and_a_kung_fu_defence(server, people):
    ann, ben, cleo, dov, *_ = people
    stage(server, people, "fight")
    assert ann.page.get_by_role("heading", name="Players").count() == 1, "there is nothing to tell of anybody yet"
    ann.press("Play an action", "Steal")
    expect(ann.page.locator("#acts details[open] h3")).to_have_text("Choose a player")
    ann.choose("Choose a player", "Ben")
    ben.asked("Somebody reaches for your cards")
    ben.press("Show a Knife", "show a Knife")
    for person in others(people, ben):
        person.told("Ben shows a Knife: the theft fails")
        assert "Briefcase £10k" not in person.shown()
    ben.told("You show a Knife: the theft fails")
    assert ben.hand().count("Knife") == 1, "it stays"
    assert sorted(ann.hand()) == ["Flannel", "Flannel", "Kung Fu", "Steal"]

    ann.press("Play an action", "Steal")
    ann.choose("Choose a player", "Dov")
    dov.asked("Somebody reaches for your cards")
    assert dov.act("Show a Knife").locator("button").all_inner_texts() == ["Show nothing", "Show a Knife"]
    assert dov.act("Show a Knife").locator("[aria-disabled]").inner_text() == "Show a Knife"
    ann.asked("Keep one of")
    seen = ann.fact("You see").locator(".large").all_inner_texts()
    assert len(seen) == 2
    ann.press("Take a card", seen[0])
    ann.told(f"You steal {seen[0]} from Dov.")
    dov.told(f"Ann steals {seen[0]} from you.")
    assert dov.hand().count("Flannel") == 1 and seen[0] in ann.hand()
    for person in others(people, ann, dov):
        assert person.line("steals") == "Ann steals a card from Dov."
        assert not [card for card in ("Spy", "Bullet", "Licence", "£30k") if card in person.shown()]

    ann.press("Play an action", "Kung Fu")
    ann.choose("Choose a player", "Cleo", "Revolver")
    cleo.asked("You are attacked by Kung Fu")
    cleo.press("Defend by Kung Fu", "use Kung Fu")
    for person in others(people, cleo):
        person.told("Cleo defends by Kung Fu: the attack is cancelled")
        assert person.line("Cleo draws") == "Cleo draws 1 card."
        assert "Briefcase £20k" not in person.shown()
    cleo.told("You draw Key.")
    assert sorted(cleo.hand()) == ["Briefcase £20k", "Flannel", "Key", "Revolver"]
    expect(ann.fact("Altitude in feet").locator("dd")).to_have_text("14000")  # four times 500
    ann.end()
    ben.asked("Play actions")


def test_a_vote_that_fails_at_5000_kills_and_cuffs_outlast_the_death(server, people):
    """The server is killed in the middle of the vote."""
    ann, ben, cleo, dov, eva, finn = people
    stage(server, people, "vote")
    ann.press("Play an action", "Play Key")
    for voter in (ben, cleo, dov):
        voter.asked("Vote: hit the silk, or wait")
        for person in others(people, voter):
            person.waits()
            assert not person.page.locator("#acts", has_text="Vote").count()
        vote = "hit the silk" if voter is cleo else "wait"
        voter.press("Vote", vote)
        for person in people:
            person.told(f"{'You vote' if person is voter else f'{voter.name} votes'} to {vote}.")
    axe(eva.page)
    fits(eva.page)
    eva.asked("Vote: hit the silk, or wait")
    before = [person.shown() for person in people]
    restart(server, people)
    assert [person.shown() for person in people] == before
    eva.press("Vote", "hit the silk")
    finn.asked("Vote")
    finn.press("Vote", "wait")
    ann.asked("Vote")
    ann.press("Vote", "wait")
    for person in people:
        person.told("2 for the jump, 4 against. Nobody jumps")
        person.told(f"{'You die' if person is cleo else 'Cleo dies'} of poison")
        shown = person.row("Hands", "Cleo").inner_text()
        assert all(card in shown for card in ("Parachute", "Briefcase £30k")), "the hand lies open"
        assert "of poison" in person.row("Players", "Cleo").inner_text()
        cuffs = person.fact("Cuffs").inner_text()
        assert "Ben" in cuffs and "Cleo" in cuffs
        assert person.fact("Altitude in feet").locator("dd").inner_text() == "4000"
        assert "Antidote" not in person.shown() or person is ben
    assert cleo.page.locator("#acts .act:not(.not)", has_text="End your turn").count() == 0

    ann.asked("Choose what your Key opens")
    ann.press("Key", "Open cuffs 1")
    ann.told("You unlock cuffs 1")
    for person in others(people, ann):
        person.told("Ann unlocks cuffs 1")
        assert "none" in person.fact("Cuffs").inner_text()
    ann.choose("Swap with the dead", "Knife", "Parachute")
    ann.told("You discard Knife for Cleo's Parachute")
    for person in others(people, ann, cleo):
        person.told("Ann discards Knife for Cleo's Parachute")
        assert person.fact("Altitude in feet").locator("dd").inner_text() == "4000", "a swap is free"
    assert "Parachute" in ann.hand() and "Parachute" not in ann.row("Hands", "Cleo").inner_text()
    ann.end()
    ben.asked("Play actions")
    ben.end()
    dov.asked("Play actions")
    expect(cleo.page.locator("#ask .ask.wait")).to_contain_text("Dov")  # the dead have no turn


def test_in_a_trade_one_side_cheats_and_the_others_learn_nothing(server, people):
    """The server is killed in the middle of the hand-over."""
    ann, ben, *_ = people
    stage(server, people, "trade")
    ann.offer("Ben", "Knife", "Key")
    ben.asked("Answer the offer")
    ben.press("Answer the offer", "accept")
    for person in people:
        person.told("Knife for Key.")
    ann.asked("Lay your cards for the trade")
    ann.choose("Hand over cards", "Flannel")
    for person in others(people, ann):
        person.told("Ann lays 1 card face down.")
    ann.told("You lay 1 card face down.")
    before = [person.shown() for person in people]
    restart(server, people)
    assert [person.shown() for person in people] == before
    assert ann.fact("You have chosen").locator(".large").all_inner_texts() == ["Flannel"]
    assert not any("You have chosen" in person.shown() for person in others(people, ann))
    ben.choose("Hand over cards", "Key")
    ann.told("You and Ben have traded: Flannel for Key")
    ben.told("Ann and you have traded: Flannel for Key")
    assert sorted(ann.hand()) == ["Flannel", "Flannel", "Key", "Knife"]
    assert sorted(ben.hand()) == ["Bullet", "Flannel", "Spy", "Steal"]
    for person in others(people, ann, ben):
        assert person.line("have traded") == "Ann and Ben have traded (S-151)."
        assert person.line("Knife for Key")
        assert not [card for card in ("Spy", "Steal", "Bullet") if card in person.shown()]
    ann.asked("Play actions")
    ann.press("Play an action", "Play Key")
    ann.asked("Choose what your Key opens")


def test_who_threatens_is_answered_in_each_of_four_ways(server, people):
    ann, ben, cleo, dov, eva, finn = people
    stage(server, people, "threats")
    ann.choose("Threaten somebody", "Ben")
    ben.asked("Somebody threatens to shoot you")
    ben.choose("Answer the threat", "first ask to see the Revolver")
    for person in others(people, ann):
        person.told("Ann shows the Revolver")
    ben.choose("Answer the threat", "(a) show all your cards; one may be taken")
    ann.asked("Take")
    assert sorted(ann.fact("You see").locator(".large").all_inner_texts()) == [
        "Briefcase £10k", "Briefcase £20k", "Parachute", "Revolver"
    ]  # fmt: skip
    for person in others(people, ann, ben):
        person.told("Ann looks at Ben's cards.")
        assert "Parachute" not in person.row("Hands", "Ben").inner_text()
    ann.choose("Take a card", "Briefcase £20k", "Flannel", form=1)
    ann.told("You take Briefcase £20k from Ben.")
    ben.told("Ann takes Briefcase £20k from you.")
    for person in others(people, ann, ben):
        assert person.line("from Ben") == "Ann takes a card from Ben."
        assert "£20k" not in person.shown()
    assert sorted(ann.hand()) == ["Briefcase £20k", "Bullet", "Flannel", "Revolver"]
    ann.end()

    ben.choose("Threaten somebody", "Cleo")
    cleo.choose("Answer the threat", "(c) show a Revolver: a standoff")
    ben.told("You and Cleo aim at each other: a standoff")
    for person in others(people, ben, cleo):
        person.told("Ben and Cleo aim at each other: a standoff")
    ben.end()

    cleo.choose("Threaten somebody", "Dov")
    dov.choose("Answer the threat", "(b) refuse: the trigger is pulled")
    for person in others(people, cleo, dov):
        person.told("Dov is injured")
        assert person.line("Cleo looks") == "Cleo looks at Dov's cards."
        assert "Licence" not in person.shown()
        assert "Injured" in person.row("Players", "Dov").inner_text()
    cleo.asked("Take a card of the injured player, or none")
    assert "Pilot's Licence" in cleo.fact("You see").inner_text()
    cleo.choose("Take a card", "Pilot's Licence")
    dov.told("Cleo takes Pilot's Licence from you.")
    cleo.told("You take Pilot's Licence from Dov.")
    cleo.end()

    dov.choose("Threaten somebody", "Eva")
    eva.choose("Answer the threat", "(d) dismiss it by Kung Fu")
    dov.asked("Your threat is answered by Kung Fu")
    assert dov.act("Kung Fu against Kung Fu").locator("[aria-disabled]").inner_text() == "Use Kung Fu"
    for person in others(people, dov, eva):
        person.told("The threat is dismissed: Dov loses the Revolver")
        assert "Briefcase £40k" not in person.shown()
    eva.told("You draw Spy.")
    dov.told("The threat is dismissed: you lose the Revolver")
    assert "Revolver" not in dov.hand() and "Revolver" in finn.fact("Discard, top first").inner_text()


def test_a_jump_with_a_tandem_and_a_landing(server, people):
    ann, ben, cleo, dov, eva, finn = people
    stage(server, people, "jump")
    ann.end()
    for voter in (ben, cleo, dov, eva, finn, ann):
        voter.asked("Vote: hit the silk, or wait")
        voter.press("Vote", "wait" if voter in (eva, finn) else "hit the silk")
    for person in people:
        person.told("4 for the jump, 2 against. All jump")
        assert "Briefcase £40k" in person.row("Hands", "Ben").inner_text(), "all hands are opened"
    ann.asked("Give a spare place")
    ann.choose("Give a seat", "Ben")
    for person in others(people, ann, ben):
        person.told("Ann gives a seat to Ben")
    finn.told("By parachute come down: Ann and Ben. Short of seats, Cleo and Dov fall")
    for person in people:
        for text in ("Seats of each group", "2, 0, 1, 0, 0", "Cleo, Dov"):
            expect(person.fact("Jump")).to_contain_text(text)

    eva.asked("Search once more")
    eva.choose("Redraw cards", "Flannel")
    eva.told("You draw")
    eva.press("Key", "the Lockbox")
    for person in others(people, eva):
        person.told("Eva looks at the Lockbox")
        assert "Pilot's Licence" in person.fact("Lockbox").inner_text(), "now all lies open (V-7)"
    eva.choose("Take a card", "Pilot's Licence")
    eva.act("Fly")
    axe(eva.page)
    fits(eva.page)
    while eva.page.locator("#acts h3", has_text="Fly").count():
        flown = eva.page.locator("#log li", has_text="The plane flies").count()
        ways = eva.act("Fly").locator("button").all_inner_texts()
        chances = [float(found[1]) if (found := re.search(r"([\d.]+) % to land", way)) else 0 for way in ways]
        best = round(max(chances) * 100)
        assert best > 0
        for person in people:  # everybody is told what the best of them is worth
            expect(person.fact("Chance of landing").locator("dd")).to_have_text(str(best))
        assert not finn.page.locator("#acts button").count() or "Fly" not in finn.page.locator("#acts").inner_text()
        eva.act("Fly").locator("button").nth(chances.index(max(chances))).click()
        expect(eva.page.locator("#log li", has_text="The plane flies")).to_have_count(flown + 1)
    finn.told("Touchdown in column")
    eva.asked("1 down is a crash")
    eva.press("Brake", "with the Licence")
    for person in people:
        person.over("Ann", "Ben", "Eva", "Finn")
        person.told("The plane stops in column 9: it has landed")
        fates = person.fates()
        assert fates["Ann"] == fates["Ben"] == ["came down by parachute", "£10,000"]
        assert fates["Cleo"] == fates["Dov"] == ["fell, with too few seats", "–"]
        assert fates["Eva"] == fates["Finn"] == ["landed the plane", "£10,000"]
        expect(person.page.locator(".explained")).to_contain_text("£70,000 of £60,000. Overall: Ann, Ben")
    axe(finn.page)
    fits(finn.page)


def test_a_game_of_travel_to_its_end(server, people):
    ann, ben, cleo, dov, eva, finn = people
    stage(server, people, "travel")
    for person in people:
        person.asked("Play actions")
        person.end()
    for voter in people:
        voter.asked("Vote")
        voter.press("Vote", "hit the silk" if voter in (ann, ben, cleo) else "wait")
    for person in people:
        person.told("3 for the jump, 3 against. Nobody jumps")
        whose = "Your" if person is finn else "Finn's"
        person.told(f"{whose} Poison is worthless now")
        person.told(f"{'You die' if person is eva else 'Eva dies'} of poison")
        assert "Briefcase £40k" in person.row("Hands", "Eva").inner_text()
        assert "Altitude" not in person.shown()
    ben.asked("Round 4: play actions")
    ben.choose("Change a card", "Briefcase £10k")
    ben.asked("Keep one of the cards you drew")
    drawn = ben.chips("Keep a card")
    assert len(drawn) == 4, "as many as the number of the round"
    ben.choose("Keep a card", drawn[0])
    ben.told("You keep")
    for person in others(people, ben):
        assert person.line("Ben keeps").startswith("Ben keeps one of them; to Discard:")
    for person in (ben, cleo, dov, finn, ann):
        person.asked("Round 4: play actions")
        person.end()
    ann.asked("Give a spare place")
    ann.choose("Give a seat", "Cleo")
    for person in people:
        person.over("Ann", "Ben", "Cleo")
        fates = person.fates()
        assert fates["Cleo"] == ["came down by parachute", "–"], "in a seat that was given; the team has what it needs"
        assert fates["Dov"] == fates["Finn"] == ["was left on board, and lost", "–"]
        assert fates["Eva"] == ["died of poison", "–"]
        expect(person.page.locator(".explained")).to_contain_text("£50,000 of £50,000")
