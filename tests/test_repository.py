"""What is committed here: packages that say what they are, pinned packages, no address of one machine only."""

import ast
import re
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Joined from halves, so that this file does not itself contain what it looks for.
REGISTRY_HOSTS = [
    r"py" + r"pi\.org",
    r"python" + r"hosted\.",
    r"npm" + r"js\.",
    r"deb\.deb" + r"ian",
    r"archive\.ubu" + r"ntu",
    r"crates" + r"\.io",
]
MACHINE_PATHS = [r"(?<![\w.~-])/" + folder + r"/" for folder in ("work", "farm", "root", "home", "Users")]


def committed_files() -> list[Path]:
    """Every file that git knows or would take, the ignored ones left out."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    return [path for path in map(ROOT.joinpath, filter(None, names)) if path.is_file()]


def places_of(patterns: list[str]) -> list[str]:
    """Where the committed text files contain one of the patterns: `file:line: text`."""
    found = re.compile("|".join(patterns))
    places = []
    for path in committed_files():
        data = path.read_bytes()
        if b"\0" in data:
            continue
        for number, line in enumerate(data.decode(errors="replace").splitlines(), 1):
            if found.search(line):
                places.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}")
    return places


def normal(name: str) -> str:
    """A package's name the way the lock file writes it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_no_committed_file_names_a_package_registry() -> None:
    assert places_of(REGISTRY_HOSTS) == []


def test_no_committed_file_names_a_path_of_one_machine() -> None:
    assert places_of(MACHINE_PATHS) == []


def test_the_lock_file_names_no_address_and_no_index() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    assert not re.search(r"://|--(extra-)?index-url|--find-links|-i ", lock)
    assert not (ROOT / "uv.lock").exists()


def test_the_lock_file_pins_every_package_that_is_asked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras = project["project"].get("optional-dependencies", {}).values()
    asked = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"], *(x for e in extras for x in e)]
    names = {normal(re.match(r"[\w.-]+", line)[0]) for line in asked}
    pinned = {normal(name) for name in re.findall(r"^([\w.-]+)==", (ROOT / "requirements.lock").read_text(), re.M)}
    assert sorted(names - pinned) == []


def test_every_folder_of_python_files_is_a_package_that_says_what_it_is() -> None:
    folders = {path.parent for path in (ROOT / "src").rglob("*.py")}
    assert folders
    silent = []
    for folder in folders:
        init = folder / "__init__.py"
        if not init.exists() or not ast.get_docstring(ast.parse(init.read_text())):
            silent.append(str(folder.relative_to(ROOT)))
    assert silent == []


def test_every_marker_of_a_long_run_is_left_out_by_default() -> None:
    options = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"]
    assert '-m "not soak and not strength"' in options["addopts"]
