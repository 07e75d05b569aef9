"""Tools for work on the repository; not part of the package."""
