"""Runs C and C++ programs on the built libraries under a memory checker."""
