"""`python -m facedown`: the command, where its script is not on the path."""

from facedown.cli import main

if __name__ == "__main__":  # processes in which bots think import this too
    main()
