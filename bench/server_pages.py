"""The load as browsers make it: tables are opened, joined and played with forms, seats are cookies, and the stream
brings the regions of the designed page that have changed."""

import re
from urllib.parse import urlencode

import msgspec

from bench.server_load import SEATS, Http, Load, Stream

HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
CHOICE = re.compile(r'<input type="radio"([^>]*)>')
VALUE = re.compile(r'name="([^"]+)" value="([^"]*)"')
FIELDS = {
    "sum": (),
    "ask": ("one.slot", "one.value"),
    "swap": ("one.slot", "pair.seat.their_slot"),
    "redraw": ("one.slot",),
}
"""What each action is chosen with."""


class Frame(msgspec.Struct):
    regions: dict[str, str]


decode = msgspec.json.Decoder(Frame).decode


class Pages(Load):
    """See `Load`. A first frame brings the log, later ones the lines by which it has grown."""

    NEWS, ASKED, OVER = (b'"log":"', b'"grow":"'), b'"asked":true', b'"title":"Game over'
    STREAM = "stream?designed"
    token = ""
    """Against forged posts; one is as good as another."""

    async def deal(self, http: Http) -> tuple[str, list[str]]:
        if not self.token:
            page = await http.ask("GET", "/open/fly-down?form=1")
            self.token = re.findall(rb'name="_csrf_token" value="([^"]+)"', page)[0].decode()
        head = await self._post(http, "/open/fly-down", self._key(), name="p0", seats=SEATS, bots=0)
        path, keys = _found(rb"location: (\S+)", head), [self._key(_found(rb"set-cookie: (fd_[^;]+)", head))]
        for seat in range(1, SEATS):
            head = await self._post(http, f"{path}/join", self._key(), name=f"p{seat}", nonce="")
            keys.append(self._key(_found(rb"set-cookie: (fd_[^;]+)", head)))
        await self._post(http, f"{path}/start", keys[0], fill="", nonce="")
        return path, [f"{key}Accept: application/json\r\nx-csrftoken: {self.token}\r\n" for key in keys]

    def seen(self, stream: Stream, frame: bytes) -> None:
        stream.regions |= decode(frame[frame.index(b"\ndata:") + 6 :]).regions

    def answer(self, stream: Stream, frame: bytes) -> tuple[str, bytes]:
        regions = stream.regions
        sent = dict(HIDDEN.findall(regions["keys"])) | {"_csrf_token": self.token}
        kinds: list[str] = []
        choices: dict[tuple[str, str], list[str]] = {}
        for tag in CHOICE.findall("".join(regions.values())):
            ((name, value),) = VALUE.findall(tag)
            if name == "kind":
                kinds += [value] if "data-no=" not in tag else []
                continue
            for kind in FIELDS:
                if re.search(rf'data-for="[^"]*\b{kind}\b', tag):
                    choices.setdefault((kind, name), []).append(value)
        sent["kind"] = kind = self.dice.choice(kinds)
        sent |= {name: self.dice.choice(choices[kind, name]) for name in FIELDS[kind]}
        return "move", urlencode(sent).encode()

    def _key(self, cookie: str = "") -> str:
        browser = f"fdb=b{self.dice.getrandbits(64):x}"
        cookies = "; ".join(filter(None, (f"fdcsrf={self.token}", browser, cookie)))
        return f"Cookie: {cookies}\r\nContent-Type: application/x-www-form-urlencoded\r\n"

    async def _post(self, http: Http, path: str, key: str, **form: object) -> bytes:
        return await http.ask("POST", path, urlencode(form | {"_csrf_token": self.token}).encode(), key)


def _found(pattern: bytes, head: bytes) -> str:
    return re.findall(pattern, head)[0].decode()
