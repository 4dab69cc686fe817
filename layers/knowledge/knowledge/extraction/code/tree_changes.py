"""What a run has changed by one moment: which files, and how."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from knowledge.extraction.code.pieces import TextPiece, edited
from knowledge.transcripts import Edit
from knowledge.transcripts.diff import PatchedFile

NEVER = -1
_MAX_PIECES = 30  # of a file that is edited in more places it is known that it was written to


@dataclass(frozen=True)
class ChangedFile:
    """A file that the run changed: by edits, in pieces, or by a command, of which the place alone is known."""

    pieces: tuple[TextPiece, ...] = ()
    written: int = NEVER
    is_own: bool = False  # the run made it
    is_gone: bool = False
    earlier: "ChangedFile | None" = field(default=None, compare=False, repr=False)  # before its last edit

    @cached_property
    def change(self) -> tuple[object, ...]:
        """What is changed in it, to be compared; () where it is as the run had found it."""
        lines = sorted((piece.block.removed, piece.block.added) for piece in self.pieces)
        marks = self.written, self.is_gone
        return (*lines, *marks) if lines or marks != (NEVER, False) else ()

    @property
    def is_changed_project_file(self) -> bool:
        """Whether it is there, the project's, and not as the run had found it."""
        return bool(self.change) and not self.is_own and not self.is_gone

    def edited(self, edit: Edit, place: int) -> "ChangedFile":
        """After an edit. What it wrote anew as a whole, or put in somewhere, may be anything."""
        if not edit.old and not edit.inserts and not any(piece.before for piece in self.pieces):
            return replace(self, pieces=(TextPiece("", edit.new),), is_gone=False, earlier=self)
        pieces = edited(self.pieces, edit) if edit.old else self.pieces if edit.inserts else ()
        is_followed = bool(edit.old) and len(pieces) <= _MAX_PIECES
        written = self.written if is_followed else place
        return replace(self, pieces=pieces[:_MAX_PIECES], written=written, is_gone=False, earlier=self)

    def patch(self, path: str) -> PatchedFile:
        """What its edits left changed; of a file that was there before without texts of which nobody knows whether they
        are all of it."""
        replaced = [piece.block for piece in self.pieces if piece.before]
        blocks = replaced if replaced and not self.is_own else [piece.block for piece in self.pieces]
        return PatchedFile(path, tuple(blocks), is_new=self.is_own or not replaced)


AS_FOUND = ChangedFile()


@dataclass(frozen=True)
class TreeChanges:
    """What a run had changed by one moment. `all`, `theirs`, those of the project's own files, and `code`, of these all
    but documents, and `product`, that with what the run added to it, are fingerprints: 0 where nothing is changed, the
    same where the same is."""

    place: int = NEVER
    all: int = 0
    theirs: int = 0
    code: int = 0
    product: int = 0
    history: Mapping[str, Sequence[tuple[int, ChangedFile]]] = field(default_factory=dict, compare=False, repr=False)

    def file(self, path: str) -> ChangedFile:
        """The file as it was changed by then."""
        versions = self.history.get(path, ())
        then = bisect_right(versions, self.place, key=lambda version: version[0])
        return versions[then - 1][1] if then else AS_FOUND

    @property
    def patch(self) -> list[PatchedFile]:
        """What edits had changed, file by file."""
        files = ((path, self.file(path)) for path in self.history if path)
        return [file.patch(path) for path, file in files if file.pieces]

    @property
    def by_commands(self) -> bool:
        """Whether a command wrote to a file of the project's: what it did there is not known."""
        files = map(self.file, self.history)
        return any(file.written != NEVER and file.is_changed_project_file for file in files)
