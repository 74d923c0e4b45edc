"""The load as browsers make it: tables are opened, joined and played with forms, seats are cookies, and the stream
brings HTML."""

import re
from urllib.parse import urlencode

import msgspec

from bench.server_load import SEATS, Http, Load

FORM = re.compile(r'<form[^>]* action="[^"]*/move"[^>]*>(.*?)</form>', re.S)
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
CHOICE = re.compile(r'<(?:input[^>]* type="radio"|input type="radio"|button)[^>]* name="([^"]+)"[^>]* value="([^"]*)"')
LIST = re.compile(r'<select[^>]* name="([^"]+)"[^>]*>(.*?)</select>', re.S)
OPTION = re.compile(r'<option value="([^"]+)"')


class Frame(msgspec.Struct):
    regions: dict[str, str]


decode = msgspec.json.Decoder(Frame).decode


class Pages(Load):
    """See `Load`."""

    NEWS, ASKED, OVER = b'"log":"', b'"asked":true', b'"title":"Game over'
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
        return path, [f"{key}Accept: application/json\r\n" for key in keys]

    def answer(self, frame: bytes) -> tuple[str, bytes]:
        form = self.dice.choice([f for f in FORM.findall(decode(frame[frame.index(b"\ndata:") + 6 :]).regions["acts"])
                                 if 'value="react"' not in f])  # fmt: skip
        sent = dict(HIDDEN.findall(form)) | {"_csrf_token": self.token}
        choices: dict[str, list[str]] = {}
        for name, value in CHOICE.findall(form):
            choices.setdefault(name, []).append(value)
        for name, options in LIST.findall(form):
            choices[name] = OPTION.findall(options)
        sent |= {name: self.dice.choice(of) for name, of in choices.items()}
        return "move", urlencode({name: value.replace("&quot;", '"') for name, value in sent.items()}).encode()

    def _key(self, cookie: str = "") -> str:
        browser = f"fdb=b{self.dice.getrandbits(64):x}"
        cookies = "; ".join(filter(None, (f"fdcsrf={self.token}", browser, cookie)))
        return f"Cookie: {cookies}\r\nContent-Type: application/x-www-form-urlencoded\r\n"

    async def _post(self, http: Http, path: str, key: str, **form: object) -> bytes:
        return await http.ask("POST", path, urlencode(form | {"_csrf_token": self.token}).encode(), key)


def _found(pattern: bytes, head: bytes) -> str:
    return re.findall(pattern, head)[0].decode()
