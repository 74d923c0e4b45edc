"""Each person reads in their own language: what a browser asks for, what somebody chose, two languages at one table;
and a language in which every message is put into brackets shows whatever nobody could translate."""

import random
import re
from html import unescape

import httpx
import pytest
from litestar.testing import TestClient

import facedown
from facedown.engine import Tongue
from facedown.engine import game as engine_game
from facedown.engine import tongue as real
from facedown.games.ito.telling import LANGUAGES
from facedown.web import render
from facedown.web.app import create_app
from tests import messages

from .person import Person

SPOKEN = [game.id for game in messages.games() if (game.folder / "de.po").exists()]
GERMAN = {"accept-language": "de-AT,de;q=0.9,en;q=0.5"}


def lang(html):
    return re.search(r'<html lang="(\w+)"', html)[1]


# choosing -------------------------------------------------------------------------------------------------------------
class Everybody:
    """An application in this process, and one connection that all people share, each with cookies of their own."""

    def __init__(self, client):
        self.client = client

    def person(self, name="", table="plain", language=""):
        person = Person("http://testserver.local", name, table=table)
        person.table = table
        person.http = Own(self.client, {"fdtable": table}, {"accept-language": language} if language else {})
        return person


class Own:
    """What one person sends."""

    def __init__(self, client, cookies, headers):
        self.client, self.cookies, self.headers = client, httpx.Cookies(cookies), headers

    def request(self, method, path, headers=None, **more):
        self.client.cookies = self.cookies
        sent = {**self.headers, **(headers or {})}
        answer = self.client.request(method, path, headers=sent, follow_redirects=False, **more)
        self.cookies = httpx.Cookies(self.client.cookies)
        return answer


@pytest.fixture
def everybody():
    games = {name: facedown.game(name) for name in facedown.names()}
    with TestClient(create_app(games=games), base_url="http://testserver.local") as client:
        yield Everybody(client)


def test_a_browser_gets_the_language_it_asks_for_and_english_where_it_says_nothing(everybody):
    for asked, found in (("", "en"), ("de", "de"), ("fr, de;q=0.4", "de"), ("fr", "en"), ("en, de;q=0.9", "en"),
                         ("de;q=0, en", "en"), ("xx;q=y,,;", "en")):  # fmt: skip
        person = everybody.person(language=asked)
        for path in ("/", "/nowhere", "/rules/fly-down", "/t?code=KM7XQBA9", "/t/KM7XQBA9"):
            assert lang(person.get(path).text) == found, (asked, path)
    german = everybody.person(language="de")
    assert "Diese Seite gibt es nicht." in german.get("/nowhere").text
    assert "Flugzeuge" in german.get("/rules/fly-down").text
    assert "Davon Bots" in german.get("/open/fly-down?form=1").text
    problem = german.get("/nowhere", headers={"accept": "application/json"}).json()
    assert problem["title"] == "Diese Seite gibt es nicht."


def test_who_chooses_a_language_keeps_it_whatever_the_browser_says(everybody):
    person = everybody.person(language="de")
    assert 'value="en" lang="en" aria-pressed="false"' in person.get("/").text
    answer = person.post("/language", [("language", "en"), ("here", "/rules/fly-down")])
    assert answer.status_code == 303 and answer.headers["location"] == "/rules/fly-down"
    assert lang(person.get("/").text) == "en"
    assert 'value="en" lang="en" aria-pressed="true"' in person.get("/").text
    person.post("/language", [("language", "tlh"), ("here", "//elsewhere.example")])
    assert lang(person.get("/").text) == "de", "what nobody speaks is no choice"


@pytest.mark.server
def test_the_door_for_programs_stays_english(server):
    answer = httpx.get(f"{server.url}/api/v1/tables/nowhere/view", headers=GERMAN, timeout=60)
    assert answer.json()["title"] == "There is no such table, or it is not open to you."


# two languages at one table -------------------------------------------------------------------------------------------
ONLY_ENGLISH = re.compile(
    r"\b(the|your|you|card|cards|swap|discard|wins|asks|move|theme|stage|lives|leader|votes?|waits?|nothing|nobody|feet|"
    r"needle|knife|parachute|poison|key|steal|spy|bullet|lockbox|briefcase|handcuffs|flannel|round|turn|plays|draws|takes|"
    r"with|from|and|of|not|yes)\b",
    re.I,
)
ONLY_GERMAN = re.compile(
    r"\b(du|deine|karte|karten|tauschen|dran|gewinnt|fragt|thema|etappe|leben|stimmt|fuß|nadel|messer|fallschirm|gift|"
    r"schlüssel|kassette|koffer|runde|spielt|zieht|nimmt|mit|und|nicht)\b",
    re.I,
)


def shown(html):
    """What a page shows and reads out, apart from scripts and styles."""
    html = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", html, flags=re.DOTALL)
    labels = re.findall(r'(?:aria-label|title|alt|placeholder|data-says|data-no[\w-]*)="([^"]*)"', html)
    return unescape(" ".join([re.sub(r"<[^>]*>", " ", html), *labels]))


@pytest.mark.parametrize(
    ("game", "table"), [("fly-down", "designed"), *((name, "plain") for name in SPOKEN)], ids=lambda value: value
)
def test_two_people_at_one_table_read_two_languages(everybody, game, table):
    ann, ben = everybody.person("Ann", table), everybody.person("Ben", table, "de")
    play(ann, ben, game, everybody, lambda: check(ann, ben), most=120)


TITLES = re.compile("|".join(re.escape(facedown.game(name).name) for name in SPOKEN))


def check(ann, ben):
    english, german = (TITLES.sub("", shown(person.page())) for person in (ann, ben))
    assert ONLY_ENGLISH.search(english) and not ONLY_GERMAN.search(english), found(ONLY_GERMAN, english)
    assert ONLY_GERMAN.search(german) and not ONLY_ENGLISH.search(german), found(ONLY_ENGLISH, german)


def found(words, text):
    """Where a word of the other language stands."""
    return [text[max(0, at.start() - 40) : at.end() + 40] for at in words.finditer(text)]


def play(ann, ben, game, everybody, look, options=(), most=60):
    """A game by random forms on plain tables, as few as can play it: Ann and Ben, and others who read English; `look`:
    what is done at each moment."""
    seats = facedown.game(game).seats[0]
    ann.open(game, seats, **dict(options))
    look_at = ben.watch(ann)
    ben.join(ann)
    others = [everybody.person(name, ann.table) for name in ("Cleo", "Dov")[: seats - 2]]
    for person in others:
        person.join(ann)
    look()
    ann.start()
    rng, hands = random.Random(7), []
    for person in (ann, ben, *others):
        hand = everybody.person(person.name)
        hand.path, hand.code = ann.path, ann.code
        hands.append((person, hand))
    for n in range(most):
        if n % 6 < 2:
            look()
        for person, hand in hands:
            hand.http.cookies = httpx.Cookies(person.http.cookies)
            hand.http.cookies.set("fdtable", "plain")
            hand.act(rng)
        if ann.over():
            break
    look()
    assert look_at.path == ann.path


# a language of brackets -----------------------------------------------------------------------------------------------
class Brackets(Tongue):
    """Says what the catalogue knows in brackets, in English."""

    def _in(self, id, said):
        return f"⟦{said}⟧" if said.strip() and id in self._ids else said

    def say(self, text, /, **values):
        return self._in(text, text.format_map(values) if values else text)

    def many(self, one, many, n, /, **values):
        return self._in(one, (one if n == 1 else many).format(n=n, **values))

    def word(self, key, text):
        return self._in(text, text)

    def _again(self, text):
        return f"⟦{text}⟧" if super()._again(text) != text or text in self._ids else text


def left_over(html):
    """Words outside all brackets."""
    text, depth, found = shown(html), 0, ""
    for sign in text:
        depth += (sign == "⟦") - (sign == "⟧")
        found += sign if depth == 0 and sign != "⟧" else " "
    assert depth == 0, "a message was cut"
    return set(re.findall(r"[A-Za-z][\w’']+", found))


@pytest.fixture
def bracketed(monkeypatch):
    def brackets(language, folder=None):
        made = real(language, folder)
        return Brackets(language, made._found, made._ids) if language == "de" else made

    monkeypatch.setattr(engine_game, "tongue", brackets)
    monkeypatch.setattr(render, "tongue", brackets)
    games = {name: type(facedown.game(name))() for name in SPOKEN}
    with TestClient(create_app(games=games), base_url="http://testserver.local") as client:
        yield Everybody(client)


NAMES = {"Facedown", "Ann", "Ben", "Cleo", "English", "Deutsch", "KM", "QB", "testserver", "local", "http", "UTC"}
NO_WORDS = re.compile(r"[A-Z]{1,2}\d|[A-Z0-9]{2,8}$|[0-9a-f]{4,}$")


@pytest.mark.parametrize("name", SPOKEN)
def test_pages_say_nothing_that_nobody_could_translate(bracketed, name):
    ann, ben = bracketed.person("Ann", "plain", "de"), bracketed.person("Ben", "designed", "de")
    known = NAMES | {word for title in SPOKEN for word in re.findall(r"\w+", facedown.game(title).name)}
    known |= set(LANGUAGES.values())  # each by its own name
    seen = []

    def hold(html):
        seen.append(html)
        loose = {word for word in left_over(html) if not NO_WORDS.match(word)} - known
        assert not loose, loose

    def look():
        for person in (ann, ben):
            hold(person.page())
        hold(ben.get(f"{ann.path}/screen").text)
        if 'class="ask over' in ann.page():
            hold(ann.get(f"{ann.path}/replay?step=3").text)

    for path in ("/", f"/open/{name}?form=1", "/nowhere", "/t/KM7XQBA9", "/t?code=nothing"):
        hold(ann.get(path).text)
    play(ann, ben, name, bracketed, look)
    hold(ann.get("/").text)
    hold(ann.get(f"{ann.path}/replay").text)
    refused = ben.post(f"{ben.path}/move", [("request", "none"), ("id", "x"), ("kind", "nothing")])
    hold(refused.text)
    assert len(seen) > 12 and all("⟦" in html for html in seen)


def test_what_nobody_could_translate_is_found():
    assert left_over("<p>⟦Hello⟧ there</p>") == {"there"}
    assert left_over('<b aria-label="Close">⟦Hello ⟦Ann⟧ you⟧</b>') == {"Close"}


def test_cards_in_a_sentence_that_was_made_without_a_reader_are_said_in_their_language():
    german = facedown.game("fly-down").speaking("de").tongue
    late = "Too late: this question is closed. You discard a red card (card 5). In its place: blue 4."
    said = "Zu spät: Diese Frage ist geschlossen. Du wirfst eine rote Karte ab (Karte 5). An ihre Stelle kommt: Blau 4."
    assert german.again(late) == said
    named = "blue 4 asks: is card 1 a 5? No."
    assert german.again(named).startswith("blue 4 "), "somebody may be called so"
