"""Writes and updates ``headers/aclnnop`` from other headers, and compares it with them.

``python -m tools.headers update [DIR ...]`` and ``python -m tools.headers compare DIR ...``; docs/headers.md says when.
"""
