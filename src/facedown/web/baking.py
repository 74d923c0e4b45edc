"""Languages baked into templates and scripts: a template is translated once, when it is read, so that drawing it costs
the same in every language. What is between `{% trans %}` and `{% endtrans %}` is one message, and so is a string in
`_("...")`; expressions in a message become places: `{{ w.name }}` is `{name}` to whoever translates."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files

from facedown.engine import ENGLISH, Tongue

BLOCK = re.compile(r"\{% trans %\}(.*?)\{% endtrans %\}", re.DOTALL)
STRING = re.compile(r'\b_\("([^"]*)"\)')
EXPRESSION = re.compile(r"\{\{\s*(.*?)\s*\}\}")
SCRIPTED = re.compile(r'\bsay\("([^"]*)"')
"""A message in a script of ours."""


def baked(source: str, tongue: Tongue = ENGLISH) -> str:
    """A template in a language."""

    def block(found: re.Match[str]) -> str:
        id, values = message(found[1])
        said = tongue.say(id)
        for place, expression in values.items():
            said = said.replace(f"{{{place}}}", f"{{{{ {expression} }}}}")
        return said

    source = BLOCK.sub(block, source)
    return STRING.sub(lambda found: json.dumps(tongue.say(found[1]), ensure_ascii=False), source)


def message(body: str) -> tuple[str, dict[str, str]]:
    """What a translator sees of a block, and the expression of each place.

    >>> message("{{ w.name }} would like to play on.")
    ('{name} would like to play on.', {'name': 'w.name'})
    """
    values: dict[str, str] = {}

    def place(found: re.Match[str]) -> str:
        name = re.findall(r"\w+", found[1])[-1]
        if values.setdefault(name, found[1]) != found[1]:
            raise ValueError(f"two expressions are called {name} in: {body}")
        return f"{{{name}}}"

    return EXPRESSION.sub(place, body), values


def messages(source: str) -> Iterator[str]:
    """The messages of a template."""
    for found in BLOCK.finditer(source):
        yield message(found[1])[0]
    yield from STRING.findall(source)


@lru_cache(maxsize=1)
def script_messages() -> tuple[str, ...]:
    """What scripts say, in the order in which they stand there."""
    folder = files(__package__).joinpath("static")
    scripts = sorted((f for f in folder.iterdir() if f.name.endswith(".js")), key=lambda f: f.name)
    return tuple(dict.fromkeys(id for f in scripts for id in SCRIPTED.findall(f.read_text("utf-8"))))


def script_words(tongue: Tongue) -> str:
    """What scripts say in another language, as JSON for the page; "" for English, which stands in them."""
    if tongue.language == ENGLISH.language:
        return ""
    return json.dumps({id: tongue.say(id) for id in script_messages()}, ensure_ascii=False, separators=(",", ":"))
