"""The report at the end of a process."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from .findings import LEAKS

if TYPE_CHECKING:
    from ..machine import Machine


def report(machine: Machine, *, leaks: bool = True) -> tuple[str, int]:
    """All findings of a machine as text, what is left counted as leaked, and the exit code that was asked for; empty
    and 0 when there are none. Without ``leaks`` the others only."""
    checks = machine.checks
    if checks is None or checks.process != os.getpid():  # a child of the process that made the mistakes
        return "", 0
    with machine.lock:
        checks.machine_closes()
        findings = [f for f in checks.findings if leaks or f.name not in LEAKS]
    if not findings:
        return "", 0
    lines = [f"pyaclnn simulator: {len(findings)} finding{'s' if len(findings) > 1 else ''}"]
    for finding in findings:
        lines.append(f"  [{finding.name}] {finding.text}")
        places = {"made": finding.made, "freed": finding.freed, "used": finding.used}
        lines.extend(f"      {what} at {place}" for what, place in places.items() if place)
    return "\n".join(lines) + "\n", machine.settings.exit_code


def exit_report(machine: Machine) -> int:
    """Writes the report to stderr, and returns the exit code that the process should have; 0 leaves it as it is."""
    text, code = report(machine)
    if text and sys.stderr is not None:
        sys.stderr.write(text)
        sys.stderr.flush()
    return code
