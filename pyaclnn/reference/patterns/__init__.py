"""What the operators of a family have in common: sequences of checks, lowerings, and tables to declare them by."""
