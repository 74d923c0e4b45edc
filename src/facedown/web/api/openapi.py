"""The OpenAPI document, made from the table of doors and from the types that the games declare themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

import facedown
from facedown.engine import Game

from ..asking import Said
from ..settings import Settings
from .doors import JSON, Door, doors_of
from .words import Frame

EVERY = (429, 503)
"""Refusals that every door may give."""
MEANS = {
    400: "The request cannot be read.",
    401: "A seat's token is missing.",
    403: "Another seat's business.",
    404: "There is no such table, or it is not open to you.",
    409: "Not now, or the id of this move belongs to another one.",
    410: "Too late.",
    413: "More than 64 kilobytes.",
    422: "Against the rules of the game or of the table.",
    429: "Too often; `Retry-After` says when to try again.",
    503: "Nothing can be kept right now; `Retry-After` says when to try again.",
}
REF = "#/components/schemas/{name}"


def openapi(games: Iterable[Game[Any]], settings: Settings) -> dict[str, Any]:
    """The whole document."""
    games, doors = list(games), doors_of(settings)
    types: list[Any] = [t for door in doors for t in (door.body, door.answer, *door.messages) if t is not None]
    schemas, components = msgspec.json.schema_components([*types, Said, Frame], ref_template=REF)
    of = dict(zip(types, schemas, strict=False))
    moves, views, options = _of_games(games, components)
    components["Moving"]["properties"]["move"] = {"anyOf": moves}
    components["Message"]["properties"]["move"] = {"anyOf": [*moves, {"type": "null"}]}
    components["Open"]["properties"]["game"] |= {"enum": [game.id for game in games]}
    components["Open"]["properties"]["options"] |= {"anyOf": options}
    for name in ("Seen", "Frame", "Told"):
        components[name]["properties"]["view"] = {"anyOf": [*views, {"type": "null"}]}
    paths: dict[str, Any] = {}
    for door in doors:
        paths.setdefault(door.path, {})[door.method.lower()] = _operation(door, of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Facedown",
            "version": facedown.__version__,
            "description": "Tabletop games of hidden information. Errors are problems (RFC 9457) that say what to do "
            "instead. A table's id alone opens nothing: send the token of a seat, or the table's code.",
        },
        "servers": [{"url": settings.public_url or "/"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "seat": {"type": "http", "scheme": "bearer", "description": "The token of a seat."},
                "code": {
                    "type": "apiKey",
                    "in": "header",
                    "name": "facedown-code",
                    "description": "The table's code, for spectators; `?code=` in the address does the same.",
                },
            },
        },
    }


def _of_games(
    games: Iterable[Game[Any]], components: dict[str, Any]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]], list[dict[str, Any]]]:
    """The schemas of all games' moves, views and options; what they name goes to the components as GAME.NAME."""
    moves: list[dict[str, Any]] = []
    views: list[dict[str, Any]] = []
    options: list[dict[str, Any]] = []
    for game in games:
        kinds = list(game.State.MOVES.values())
        types = [*kinds, game.View, game.Options, game.Event]
        template = REF.format(name=f"{game.id}.{{name}}")
        schemas, named = msgspec.json.schema_components(types, ref_template=template)
        components |= {f"{game.id}.{name}": schema for name, schema in named.items()}
        moves += schemas[: len(kinds)]
        views.append(schemas[-3])
        options.append(schemas[-2])
    return moves, views, options


def _operation(door: Door, of: dict[Any, Any]) -> dict[str, Any]:
    security: list[dict[str, list[str]]] = [{name: []} for name in ("seat", "code") if name in door.opens] or [{}]
    good: dict[str, Any] = {"schema": of.get(door.answer, {})}
    if door.media != JSON:
        good = {"schema": {"type": "string"}}
    answers: dict[str, Any] = {str(door.status): {"description": door.about, "content": {door.media: good}}}
    if door.messages:
        del answers[str(door.status)]["content"]
    refusals = {"application/problem+json": {"schema": {"$ref": REF.format(name="Said")}}}
    for status in sorted({*door.says, *EVERY}):
        answers[str(status)] = {"description": MEANS[status], "content": refusals}
    operation: dict[str, Any] = {
        "operationId": door.name,
        "summary": door.about,
        "security": security,
        "responses": answers,
    }
    parameters = [
        {"name": name, "in": "query", "required": needed, "schema": schema}
        for name, (needed, schema) in door.query.items()
    ]
    if door.messages:
        mine, *theirs = [of[message] for message in door.messages]
        operation["x-messages"] = {"client": mine, "server": {"anyOf": theirs}}
    if "{table}" in door.path:
        parameters.append({"name": "table", "in": "path", "required": True, "schema": {"type": "string"}})
    if parameters:
        operation["parameters"] = parameters
    if door.body is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": of[door.body]}}}
    return operation
