"""What a sample calls and does not define: the C and C++ libraries, which are run, and CANN, whose calls are noted."""
