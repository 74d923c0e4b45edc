"""Two in Order (`tests/mini/pair.py`) as a title with a folder: what a second game with a designed page needs, which is
the folder `page` and the line that names it."""

from pathlib import Path

from ..pair import PairGame


class DrawnGame(PairGame):
    id, name = "drawn", "Two in Order, drawn"
    folder = Path(__file__).parent
    page = "tests.mini.drawn.page:PairPage"


game = DrawnGame()
