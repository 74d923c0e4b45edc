"""python socket_client.py http://127.0.0.1:8000 KM7X-QBA9 Robo: plays at random at the table of this code, over one
WebSocket. It needs the package picows."""

import asyncio
import json
import sys

from bot_client import call, pick, rng
from picows import WSListener, WSMsgType, ws_connect


class Player(WSListener):
    """`now`: what the frames add up to; `over`: the outcome, in the end."""

    def __init__(self):
        self.now, self.over = {}, asyncio.get_running_loop().create_future()

    def on_ws_frame(self, transport, frame):
        """A message has come: a frame, or a refusal."""
        if frame.msg_type != WSMsgType.TEXT:
            return
        message = json.loads(frame.get_payload_as_bytes())
        if "status" not in message:
            self.now.update(message)  # the first frame brings everything, later ones what has changed
        elif message["status"] != 422:  # something does not fit: another one may
            print(message["title"], file=sys.stderr)  # the next frame says what is asked now
            return
        if self.now["table"]["phase"] == "over":
            if not self.over.done():
                self.over.set_result(self.now["view"]["outcome"])
        elif "status" in message or "menu" in message:
            self.answer(transport)

    def answer(self, transport):
        """Makes one move out of what is offered."""
        asked = {r["id"] for r in self.now["requests"] if r.get("id") and r["binds"] != "may"}
        if offers := [o for o in self.now["menu"] if o["request"] in asked and "why_not" not in o]:
            offer = rng.choice(offers)
            move = {"kind": offer["kind"]} | {field: pick(domain) for field, domain in offer["fields"].items()}
            body = {"request": offer["request"], "id": offer["id"], "move": move}
            transport.send(WSMsgType.TEXT, json.dumps(body).encode())

    def on_ws_disconnected(self, transport):
        """The line is lost: a better client opens another one."""
        if not self.over.done():
            self.over.set_exception(ConnectionError("the line is lost"))


async def play(server, code, name):
    """Plays one game. Returns its outcome."""
    found = json.load(call("GET", f"{server}/api/v1/tables?code={code}"))
    table = f"{server}/api/v1/tables/{found['table']}"
    me = json.load(call("POST", f"{table}/seats", {"code": code, "name": name}))
    address = "ws" + table.removeprefix("http") + "/socket"
    line, player = await ws_connect(Player, address, extra_headers={"Authorization": f"Bearer {me['token']}"})
    outcome = await player.over
    line.disconnect()
    return outcome


if __name__ == "__main__":
    print(json.dumps(asyncio.run(play(*sys.argv[1:4]))))
