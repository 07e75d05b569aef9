"""What depends on results is left to the script: conditions, loops, variables and early returns."""
