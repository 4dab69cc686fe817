"""The files of one project, or those of all, as an event's plan sees them: as if there were no others."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from knowledge.errors import Invalid
from knowledge.files import paths, projects
from knowledge.files.paths import Tier

# A link in a text; in an index the location of a line. A slash before it marks what is not of the project.
_LINK, _LOCATION = r"(?P<opening>\[\[)", r"(?P<opening> \| )(?=[^|\n]*$)"
_PATH = (
    rf"(?P<away>/*)(?P<tier>{Tier.INDEX}|{Tier.SUMMARY}|{Tier.DESCRIPTION})/(?P<folder>{projects.FOLDER}[^/\[\]|\n]*/)?"
)


@dataclass(frozen=True)
class ProjectView:
    """Paths and links as a project's plan has them, and as they are: whole, for whoever reads the file.

    The plan of a project knows no other's files and not those of all, that of all no project's.
    """

    project: str | None = None

    def path(self, path: str) -> str:
        """The path of a file that the plan names. Raises `Invalid` where that leads out of the project."""
        if paths.project(path) is not None:
            raise Invalid(f"{path} belongs to another project; name a file of this one.")
        return paths.within(self.project, path)

    def inward(self, path: str, content: str) -> str:
        """The file's content with its links as the plan has them."""
        if not self.project:
            return content
        own = f"{projects.folder_of(self.project)}/"

        def seen(link: re.Match[str]) -> str:
            tier, folder = f"{link['tier']}/", link["folder"] or ""
            if folder == own and not link["away"]:
                return f"{link['opening']}{tier}"
            return f"{link['opening']}/{link['away']}{tier}{folder}"

        return re.sub(_form(path), seen, content, flags=re.M)

    def outward(self, path: str, content: str) -> str:
        """What the plan made of it, with its links as they are."""
        if not self.project:
            return content
        own = f"{projects.folder_of(self.project)}/"

        def written(link: re.Match[str]) -> str:
            folder = link["folder"] or ("" if link["away"] else own)
            return f"{link['opening']}{link['away'][1:]}{link['tier']}/{folder}"

        return re.sub(_form(path), written, content, flags=re.M)


def _form(path: str) -> str:
    return (_LOCATION if paths.tier(path) is Tier.INDEX else _LINK) + _PATH


def project_of(path: str, metadata: Mapping[str, str]) -> str | None:
    """The project of an object: its folder's; where it stands among what is of all, the one that its metadata names."""
    return paths.project(path) or projects.project_of(metadata)


def of_all_and(project: str | None, path: str) -> list[str]:
    """The path in what is of all and in what is of the project alone, where who asks for one may look."""
    return list(dict.fromkeys([path, paths.within(projects.with_folder(project), path)]))


def may_be_read(project: str | None, location: str) -> bool:
    """Whether a line of an index leads to a file, and to none of another project: people write indexes too."""
    return paths.is_allowed(location) and (project is None or paths.project(location) in (None, project))
