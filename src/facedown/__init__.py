"""Facedown: five tabletop games of hidden information on one table."""
