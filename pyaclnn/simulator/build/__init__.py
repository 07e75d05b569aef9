"""The simulator as shared libraries, with the names and symbols of an installed CANN."""
