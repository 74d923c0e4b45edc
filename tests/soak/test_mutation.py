"""Scenarios alone notice at least 85 % of the faults that a mutation run plants in a title's rules."""

import pytest

from tests import mutation


@pytest.mark.soak
@pytest.mark.parametrize("title", ["fly-down", "hit-the-silk", "silent-planet", "slip-strike"])
def test_the_scenarios_notice_most_mutants(title: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert mutation.main([title]) == 0, capsys.readouterr().out
