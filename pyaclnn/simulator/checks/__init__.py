"""The check mode: mistakes of the program that a real device would answer with wrong results, or not at all."""

from .findings import NAMES, Finding
from .report import exit_report, report

__all__ = ["NAMES", "Finding", "exit_report", "report"]
