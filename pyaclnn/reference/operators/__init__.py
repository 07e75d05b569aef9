"""The definitions: each module names those of its family in ``OPERATORS``."""
