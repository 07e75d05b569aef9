"""C and C++ programs on the built libraries, run once for each of their C calls, that call failing."""
