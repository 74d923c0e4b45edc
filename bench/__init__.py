"""The figures of speed: programs that time, and plain programs to compare with."""
