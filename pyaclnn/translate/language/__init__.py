"""What C++ says: expressions, declarations, statements, loops and calls, each node as a Python function of a frame."""
