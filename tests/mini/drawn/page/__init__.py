"""A small designed page: Two in Order with its cards laid out. Everything it is made of lies in this folder."""

from typing import ClassVar

from facedown.engine.page import Ask, Page, Plate, Telling


class PairPage(Page):
    symbols = ""
    steps: ClassVar = {
        "": {"what": ["Lock two cards"]},
        "lock": {"of": [], "what": ["Lock them in this order"], "go": "Lock both"},
    }

    def ask(self, look):
        return Ask(what="Lock two cards, the first one first" if look.viewer in look.waited_for else "")

    def plate(self, look, seat, draw):
        return Plate(f"{look.view.scores[seat]} points", body=draw("laid.html", laid=look.view.laid[seat]))

    def stage(self, look, draw):
        return draw("stage.html", played=look.view.played, over=look.phase == "over")

    def hand(self, look, draw):
        return draw("hand.html", cards=look.view.hands[look.viewer]) if look.you else ""

    def acts(self, look, draw):
        offer = next((a.offer for a in look.asked if a.offer.kind == "lock"), None)
        return draw("acts.html", cards=offer.fields["cards"].of) if offer else ""

    def tell(self, event):
        return Telling("lock", getattr(event, "seat", None), "D-3")
