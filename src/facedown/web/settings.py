"""What whoever runs the server decides."""

from __future__ import annotations

from msgspec import Struct

from .limits import Most, Rates


class Settings(Struct, frozen=True):
    """`public_url`: how browsers reach the server, without a slash at the end; "": as they did. `lan_url`: what to put
    into links for friends where a browser came by a name that only this machine knows. `pause`: least and most seconds
    that bots wait. `secure`: cookies go over https only. `rates`: how often somebody may ask; `streams`: how many an
    address may hold open. `proxies`: networks whose
    word about addresses counts. `stage`: the folder whose scenarios may be staged, or ""."""

    public_url: str = ""
    lan_url: str = ""
    pause: tuple[float, float] = (0.8, 2.0)
    secure: bool = False
    rates: Rates = Rates()
    streams: Most = Most()
    proxies: str = ""
    stage: str = ""
