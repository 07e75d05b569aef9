"""Random view programs and hostile values, a few in the suite and any number by ``python -m tests.fuzz``."""
