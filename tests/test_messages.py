"""Languages are complete: every text of ours that pages show is marked, every marked text is in the catalogues, and
every entry of a catalogue is a translation of a text that is still said."""

import ast
import re

import pytest

from facedown.engine import LANGUAGES
from facedown.engine.tongue import HOUSE, PLACE, form, tells, tongue
from facedown.games.ito import state as ito
from facedown.web.baking import BLOCK, SCRIPTED, STRING
from tests import messages
from tests.messages import ENGLISH_ALONE, FAULTS, SAYS, SOURCE, VOICES, Id, key_of, of_game, of_house, wanted

OTHERS = [language for language in LANGUAGES if language != "en"]
CATALOGUES = sorted(wanted().items())
SPOKEN = {game.id for game in messages.games() if (game.folder / "de.po").exists()}


RAW = {"{kind}: {fault}."}
"""What a library says of a move that cannot be read."""


# catalogues -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("file", "ids"), CATALOGUES, ids=[str(f.relative_to(SOURCE)) for f, _ in CATALOGUES])
def test_a_catalogue_has_what_is_said_and_nothing_else(file, ids):
    catalogue = messages.read(file)
    entries = {key_of(m): m for m in catalogue if m.id}
    assert len(ids) > 100, "nothing was found to be said"
    assert ids - set(entries) == set(), "not in the catalogue: `make messages`, then translate"
    assert set(entries) - ids == set(), "nobody says this any more: `make messages`"
    for id, m in entries.items():
        said = [m.string] if isinstance(m.string, str) else m.string
        assert all(text.strip() for text in said), f"not translated: {id.text}"
        assert not m.fuzzy, f"only guessed: {id.text}"
        asked = [id.text] if isinstance(id.text, str) else id.text
        for text in said:
            assert set(PLACE.findall(text)) == set(PLACE.findall(asked[-1])), f"other places: {text}"
            assert re.findall(r"\{[\w.]*\.[\w.]*\}", text) == re.findall(r"\{[\w.]*\.[\w.]*\}", asked[-1]), text
            assert re.findall(r"<[^>]+>", text) == re.findall(r"<[^>]+>", asked[-1]), f"other marks: {text}"
            assert (text[:1] == " ", text[-1:] == " ") == (asked[-1][:1] == " ", asked[-1][-1:] == " "), text


def test_the_house_and_a_game_without_a_language_of_its_own_are_told_apart():
    assert HOUSE / "de.po" in wanted() and "fly-down" in SPOKEN
    assert Id("Your move") in of_house() and Id("Your move") not in of_game(messages.game_of("fly-down"))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", sorted(SPOKEN))
def test_the_rules_are_told_in_each_language_with_the_same_numbers(language, name):
    folder = messages.game_of(name).folder
    english, other = ((folder / file).read_text("utf-8") for file in ("help.md", f"help.{language}.md"))
    numbers = re.compile(r"\[([A-Z]-[A-Z]?\d+)\]")
    assert len(numbers.findall(english)) > 20
    assert sorted(numbers.findall(english)) == sorted(numbers.findall(other))
    assert len(re.findall(r"^#+ ", english, re.M)) == len(re.findall(r"^#+ ", other, re.M))
    assert english != other


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", ["", *sorted(SPOKEN)])
def test_what_was_made_without_a_reader_is_recognised_by_its_own_form(language, name):
    spoken = tongue(language, messages.game_of(name).folder if name else None)
    ids = of_game(messages.game_of(name)) if name else of_house()
    plain = [id.text for id in ids if id.key is None and str(id.text).endswith(".") and id.text not in RAW]
    assert len(plain) > 5
    for text in plain:
        places = PLACE.findall(text)
        values = {place: f"x{n}x" for n, place in enumerate(places)}
        assert not places or tells(text), f"says too little by itself: {text}"
        assert spoken.again(text.format_map(values) if places else text) == spoken.say(text, **values), text
        assert form(text).fullmatch(text.format_map(values) if places else text)


# what is marked -------------------------------------------------------------------------------------------------------
ATTRIBUTE = re.compile(r'\b(?:aria-label|alt|title|placeholder|data-says)="([^"]*)"')
MARKUP = re.compile(r"<style.*?</style>|<[^>]*>|&\w+;", re.DOTALL)
CODE = re.compile(r"\{%.*?%\}|\{#.*?#\}|\{\{.*?\}\}", re.DOTALL)
RULE = re.compile(r"[A-Z]-[A-Z]?\d+")
BRANDS = {"Facedown", "KM7X-QB4A"}


def unmarked(template):
    """Words that a template shows and nobody can translate."""
    source = STRING.sub('""', BLOCK.sub("", template))
    shown = [CODE.sub("", text) for text in ATTRIBUTE.findall(source)]
    code = " ".join(CODE.findall(source))
    shown += [text for text in re.findall(r'"([^"]*)"', code) if " " in text and text.strip()[:1] not in ("/", "<")]
    shown.append(MARKUP.sub(" ", CODE.sub(" ", source)))
    words = {word for text in shown for word in re.findall(r"[A-Za-z][\w’'-]+", text) if not RULE.fullmatch(word)}
    return words - BRANDS


TEMPLATES = [
    *sorted((SOURCE / "web/templates").glob("*.html")),
    *(f for name in sorted(SPOKEN) for f in sorted((messages.game_of(name).folder / "page").glob("*.html"))),
]
LOOKS = {"second", "wide", "ink", "light", "dark"}
"""Names of styles that templates hand to each other."""


@pytest.mark.parametrize("file", TEMPLATES, ids=[str(f.relative_to(SOURCE)) for f in TEMPLATES])
def test_templates_show_no_word_that_is_not_marked(file):
    assert unmarked(file.read_text("utf-8")) - LOOKS == set()


def test_unmarked_words_in_a_template_are_found():
    assert unmarked("<p>Hello</p>") == {"Hello"}
    assert unmarked('<b aria-label="Close it">{% trans %}x{% endtrans %}</b>') == {"Close", "it"}
    assert unmarked('{{ one("I am " ~ name) }}') == {"am"}
    assert unmarked('<p class="a">{% trans %}Hello{% endtrans %}{{ _("there") }}</p>') == set()


SCRIPTS = sorted((SOURCE / "web/static").glob("*.js"))


def loose(script):
    """Sentences and labels that a script shows and nobody can translate."""
    code = re.sub(r"^\s*//.*$|\s//\s.*$", "", script, flags=re.M)
    code = re.sub(r'\bsay\("[^"]*"', "", code)
    texts = [a or b for a, b in re.findall(r'"([^"\n]*)"|`([^`\n]*)`', code)]
    shown = re.findall(r'(?:textContent|title|next|ariaLabel)\s*[=:]\s*["`]([^"`]+)["`]', code)
    prose = re.compile(r"^[A-Z][a-z]+(?: [a-z’']+)+[.…!?]?|^[A-Z][a-z]+[.…]$|[a-z]+ [a-z]+ [a-z]+[.…?]$")
    return [t for t in texts if prose.search(t)] + [t for t in shown if re.search("[a-z]", t)]


@pytest.mark.parametrize("file", SCRIPTS, ids=[f.name for f in SCRIPTS])
def test_scripts_say_nothing_that_is_not_marked(file):
    assert loose(file.read_text("utf-8")) == []


def test_unmarked_texts_in_a_script_are_found():
    assert loose('el.textContent = "Copied";') == ["Copied"]
    assert loose('show({ title: say("Gone."), next: `Try it again.` });') == ["Try it again."] * 2
    assert loose('el.textContent = say("Copied");') == []
    assert len({id for f in SCRIPTS for id in SCRIPTED.findall(f.read_text("utf-8"))}) > 12


SILENT = {
    *("ValueError", "LookupError", "NotImplementedError", "RecordError", "StoreError", "error", "warning", "info"),
    *("debug", "compile", "given_fault", "replace", "sub", "search", "fullmatch", "findall", "startswith", "get"),
}
"""What takes texts that no page shows."""
TABLES = {"WORDS", "MOVES", "VIEW", "OPTIONS", "STEPS"}
"""What games hand out, word for word, and is read from there."""
PROSE = re.compile(r"^[A-Z]?[a-z’']+,?(?: [a-zA-Z’'(]+[,;:.)]?)+|^[A-Z][a-z]+ ?[{:.,]")


def bare(source):
    """Sentences and labels in a module that are not marked: (line, text)."""
    tree = ast.parse(source)
    fine = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in SAYS | FAULTS | VOICES | SILENT | {"word", "cls"}:
                fine |= {id(inner) for inner in ast.walk(node)}
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            fine.add(id(node.value))  # a docstring
        if isinstance(node, (ast.AnnAssign, ast.arg)) and node.annotation is not None:
            fine |= {id(inner) for inner in ast.walk(node.annotation)}
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in TABLES:
            fine |= {id(inner) for inner in ast.walk(node.value)}
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in ("name", "blurb"):
            fine.add(id(node.value))  # names of games are said alike everywhere; blurbs are words
        if isinstance(node, ast.Assert):
            fine |= {id(inner) for inner in ast.walk(node)}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and id(node) not in fine:
            text = "".join(str(v.value) if isinstance(v, ast.Constant) else "{}" for v in node.values)
            fine |= {id(v) for v in node.values}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in fine:
            text = node.value
        else:
            continue
        if PROSE.search(text) and not text.startswith(("/", "<", "%")):
            found.append((node.lineno, text))
    return found


ENGINE = ("game.py", "page.py", "plain.py", "words.py")
"""What of the engine makes texts for readers; the rest speaks to authors of games."""


def modules():
    yield from (SOURCE / "engine" / name for name in ENGINE)
    for part in ("table", "web"):
        yield from (f for f in sorted((SOURCE / part).glob("*.py")))
    for name in sorted(SPOKEN):
        folder = messages.game_of(name).folder
        yield from (f for f in sorted(folder.rglob("*.py")) if "bots" not in f.relative_to(folder).as_posix())


MODULES = [f for f in modules() if f.name not in ENGLISH_ALONE]
KNOWN = {
    # what programs read of an option, where pages have other words
    "games/hit_the_silk/words.py": {"a rule of Double Cross; left open: as the preset says (A-93)"},
    "games/ito/state.py": {*ito.TEXTS, ito.BLANK},  # said at random by bots, whose words are English
    "table/eyes.py": {"You{}"},  # in front of what the catalogue knows
    "web/app.py": {"too large"},
    "web/asking.py": {"no token"},
    "web/play.py": {"private, no-cache"},
    "web/shelf.py": {"private, no-cache"},
}
"""Texts that look like sentences and are none, by module."""


@pytest.mark.parametrize("file", MODULES, ids=[str(f.relative_to(SOURCE)) for f in MODULES])
def test_modules_say_nothing_that_is_not_marked(file):
    known = KNOWN.get(str(file.relative_to(SOURCE)), set())
    assert [(line, text) for line, text in bare(file.read_text("utf-8")) if text not in known] == []


def test_unmarked_texts_in_a_module_are_found():
    assert [text for _, text in bare('x = f"{name} is away"\ny = "Your move, and others"')] == ["Your move, and others"]
    assert [text for _, text in bare('who = f"Wait for {names}"')] == ["Wait for {}"]
    assert bare('who = look.say("Wait for {names}", names=names)\n"""A docstring of words."""') == []
