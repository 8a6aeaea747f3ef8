"""What the wheel requires is what requirements.txt says, pin by pin: who installs it gets what was tested."""

from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface


class RequirementsOfTheWheel(MetadataHookInterface):
    def update(self, metadata: dict) -> None:
        lines = (Path(self.root) / "requirements.txt").read_text().splitlines()
        metadata["dependencies"] = [line for line in lines if line and not line.startswith("#")]
