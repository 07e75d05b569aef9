"""A call: Python values become C arguments, outputs are made, and the two phases run."""
