"""What pyproject.toml cannot say: the parts that are no modules come into the wheel, below kloop/resources."""

from pathlib import Path
from shutil import copyfile

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
# By folder of the repository: its name among the resources, and what of it is needed.
RESOURCES = {
    "sql": ("sql", "**/*.sql"),
    "functions": ("functions", "*/main.py"),
    "layers/model": ("model", "[af]*.py"),  # assemble.py and folder.py: not what exports a model
    "layers/model/": ("model", "requirements.txt"),
    "layers/model/sides": ("model/sides", "*/factors.npz"),
    "layers/model/sides/": ("model/sides", "places.json"),
}


class BuildWithResources(build_py):
    """Copies the resources beside the modules. An editable install has none: kloop.paths finds the repository."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            for source, target in self._resources():
                target.parent.mkdir(parents=True, exist_ok=True)
                copyfile(source, target)

    def _resources(self) -> list[tuple[Path, Path]]:
        into = Path(self.build_lib) / "kloop" / "resources"
        return [
            (file, into / name / file.relative_to(HERE / folder))
            for folder, (name, pattern) in RESOURCES.items()
            for file in sorted((HERE / folder).glob(pattern))
        ]


setup(cmdclass={"build_py": BuildWithResources})
