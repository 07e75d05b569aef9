"""The sample as a program: its text and tree, its functions and types, and the frames that they run in."""
