"""Compiles the optional part of pyaclnn while it is installed or packed; without a C compiler it is left out."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):  # type: ignore[misc]
    """Puts the compiled module into the wheel, which then is one for this Python and machine.

    An editable installation has it in the source folder.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        sys.path.insert(0, self.root)
        try:
            from pyaclnn.compiled.build import build
            from pyaclnn.errors import BuildError

            self._scratch = tempfile.TemporaryDirectory()
            package = Path(self.root, "pyaclnn", "compiled")
            try:
                module = build(package if version == "editable" else Path(self._scratch.name))
            except (BuildError, ImportError) as error:  # the latter: built without isolation, and without cffi
                self.app.display_warning(f"calls will be made by Python alone, which is slower: {error}")
                return
        finally:
            sys.path.remove(self.root)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        if version != "editable":
            build_data["force_include"][str(module)] = f"pyaclnn/compiled/{module.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "_scratch"):
            self._scratch.cleanup()
