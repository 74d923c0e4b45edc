"""The checks of this repository; `run_all.py` runs them part by part."""
