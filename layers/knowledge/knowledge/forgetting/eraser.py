"""Erases a learning, file, upload or user from the bucket, the files that mention it, the database and the cache."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath
from uuid import UUID

from knowledge.auth import Redaction
from knowledge.chunks import reader
from knowledge.chunks.indexer import FileIndex
from knowledge.errors import NotFound
from knowledge.files import index_lines, paths
from knowledge.files.paths import Tier
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy
from knowledge.files.splitting import parts
from knowledge.forgetting.erasure import Erasure
from knowledge.forgetting.manifest import Manifest
from knowledge.forgetting.scrubbing import WHY, Scrubber, needles
from knowledge.memory import MemoryStore
from knowledge.ports.cache import Cache
from knowledge.ports.database import Database, Row
from knowledge.ports.embedder import Embedder
from knowledge.ports.object_store import Objects
from knowledge.ports.tenant_calls import TenantCalls
from knowledge.text.repeated_lines import RepeatedLines, with_sentences
from knowledge.uploads.listing import rendition_paths, summary_path
from knowledge.uploads.pipeline import Ingestion

# What the service writes by itself; what people wrote stays as they wrote it.
OWN = ("1-index/", "2-summaries/", "3-descriptions/learned/")
HISTORIES = f"/{paths.HISTORY}.md"  # of the summaries
LATEST = "2-summaries/agent/learned-"  # that lead to files of runs, and are no chunks
PATTERNS = "3-descriptions/learned/patterns/"
OF_RUNS = (paths.EVIDENCE, paths.FAILURES, "3-descriptions/learned/tasks/")  # each file tells of one


@dataclass(frozen=True)
class Eraser(TenantCalls):
    """Forgets for one tenant, for good. `embedders` are those by which its files are indexed.

    The rows of a subject go last, so that whoever was interrupted calls again and goes on. Each method raises
    `NotFound` where there is no such thing.
    """

    tenant_id: UUID
    objects: Objects
    database: Database
    embedders: Sequence[Embedder]
    cache: Cache | None = None
    cache_prefix: str = "knowledge-loop"
    redaction: Redaction = "secrets"

    def learning(self, learning: UUID) -> Manifest:
        """A learning in every wording: its own, those before it was changed, and what each run said that taught it;
        and the lines of the files that tell of its runs, also where these repeat it in the words of a log. Lines that
        say something of it, and may say more, are counted as what remains."""
        if not self._call("find_learning", id=learning):
            raise NotFound("There is no such learning; list what there is.")
        manifest = Manifest(kind="learning", subject=str(learning))
        [taught] = self._call("find_runs", id=learning)
        texts, runs = tuple(needles(with_sentences(taught["wordings"]))), tuple(taught["runs"])
        mentions = self._call("find_mentions", texts=texts, runs=runs, learning=learning)
        run_files = [row["path"] for row in self._call("find_mentions", texts=(), runs=runs) if _is_of_run(row["path"])]
        repeated = RepeatedLines(taught["wordings"])
        self._scrub([mention["path"] for mention in mentions], texts, manifest, learning=learning)
        self._scrub_lines(dict.fromkeys(run_files, repeated.holds), texts, manifest)
        lists = [row["path"] for row in mentions if paths.inner(row["path"]).startswith(LATEST)]
        self._scrub_lines(dict.fromkeys(lists, partial(_leads_to, run_files, repeated)), texts, manifest)
        manifest.count(self._call("erase_learning", id=learning))
        manifest = self._proved(manifest, texts, [str(learning)])
        left = {path: self._scrubber.count(path, repeated.may_hold) for path in run_files}
        manifest.remaining |= {path: lines for path, lines in left.items() if lines}
        return manifest

    def take_out(self, learning: UUID, texts: Sequence[str], files: Sequence[str]) -> None:
        """Takes a learning that was forgotten while files were told of it out of them, too, as their run worded it."""
        manifest, wordings = Manifest(kind="learning", subject=str(learning)), with_sentences(texts)
        self._scrub(files, needles(wordings), manifest, learning=learning)
        run_files = [path for path in files if _is_of_run(path)]
        self._scrub_lines(dict.fromkeys(run_files, RepeatedLines(wordings).holds), needles(wordings), manifest)

    def file(self, path: str, *, history: bool = True) -> Manifest:
        """A file of the tiers with every version, what was split off it, and the lines that lead there.

        With `history` also what it said, until when, and the lines in the versions of the index; without, what was
        split off it stays, but of a rendition. So does a part that another file continues in; `remaining` tells it.
        """
        manifest = Manifest(kind="file", subject=path)
        files = Files(self.tenant_id, self.objects, self.database)
        files.key(path)  # which raises, where it is no file of the tiers
        wholes = [path, *([paths.history(path)] if history and path.startswith(f"{Tier.SUMMARY}/") else [])]
        for whole in wholes:  # first: whoever splits it meanwhile sees that, and takes its parts back
            self._erasure.erase_objects(whole, manifest)
        split_off = [part for whole in wholes for part in parts.split_off(files, whole)]
        mentions = [row["path"] for row in self._call("find_mentions", texts=(*split_off, *wholes))]
        is_whole = history or paths.inner(path).startswith(paths.RENDITIONS)
        others = parts.led_to(files, [one for one in mentions if split_off and one not in (*split_off, *wholes)])
        staying = [part for part in split_off if part in others or not is_whole]
        gone = [*(part for part in split_off if part not in staying), *reversed(wholes)]
        for part in gone:
            self._erasure.erase_objects(part, manifest)
        leading = [*mentions, *self._files(paths.within(paths.project(path), LATEST))]
        leading += self._files(f"{Tier.INDEX}/") if history else []
        left = gone if is_whole else [*gone, *staying]  # a part that stays tells of what it is one
        self._scrub([leader for leader in dict.fromkeys(leading) if leader not in left], gone, manifest)
        for part in gone:
            self._erasure.erase_rows(part, manifest)
        if not manifest.removed:
            raise NotFound(f"There is no file {path}; list the files first.")
        self._proved(manifest, gone, [], gone)
        manifest.remaining |= {part: self._scrubber.count(part, bool) for part in staying if is_whole}
        return manifest

    def upload(self, upload_id: UUID, *, history: bool = True) -> Manifest:
        """An upload: the asset with every version, what was made of it, and its name where its topic tells it."""
        upload = self._ingestion.register.find(upload_id)
        manifest, renditions = Manifest(kind="upload", subject=upload.file_path), rendition_paths(upload.file_path)
        for rendition in renditions:
            self._erasure.expect(rendition, manifest)
        self._erasure.erase_objects(upload.file_path, manifest)
        self._ingestion.follow(upload.file_path)  # another of the same content takes its place
        for rendition in renditions:
            with suppress(NotFound):
                manifest.include(self.file(rendition, history=history))
        names = needles([upload.file_name, *filter(None, [upload.title])])
        self._scrub([summary_path(upload.topic, upload.project)], names, manifest)
        self._ingestion.summarise(upload.topic, upload.project)  # another's name may hold this one's
        self._erasure.erase_rows(upload.file_path, manifest)
        gone = [upload.file_path, *renditions]
        return self._proved(manifest, gone, [str(upload_id)], gone)

    def take_upload_back(self, path: str) -> None:
        """Erases what was made of an asset while it was forgotten: the bucket has no version of it any more."""
        if self._erasure.count_versions([path]):
            return
        manifest, topic = Manifest(kind="upload", subject=path), paths.topic(path)
        self._erasure.take_back(path, rendition_paths(path))
        for summary in self._files(f"{Tier.SUMMARY}/"):
            if paths.inner(summary) == summary_path(topic):
                self._scrub([summary], needles([PurePosixPath(path).name]), manifest)
                self._ingestion.summarise(topic, paths.project(summary))
        now = self._ingestion.register.at(path)
        if now is None or now.status in ("deleted", "failed"):  # nobody is about to send it again
            manifest.count(self._call("erase_file", file_path=path))

    def user(self, user_id: str) -> Manifest:
        """What is remembered of a user, with every version and copy, and what they uploaded."""
        manifest = Manifest(kind="user", subject=user_id)
        [stored] = self._call("find_user", user_id=user_id)
        for upload in stored["uploads"]:
            manifest.include(self.upload(UUID(str(upload))))
        manifest.count(self._call("erase_user", user_id=user_id))
        copies = MemoryStore(self.tenant_id, self.database, self.cache, self.cache_prefix).copies
        manifest = self._proved(manifest, needles(stored["contents"]), [user_id])
        if not copies.erase(user_id):  # nobody is given what it may still have, which goes when its time is over
            manifest.remaining["copies in the cache"] = 1
        return manifest

    def expired(self, due: Sequence[Row]) -> dict[str, int]:
        """Erases what `due_for_erasure` names; how many of each kind.

        The versions of the index are read once for all of it, and first: who is interrupted begins with them again.
        """
        if expired_paths := [path for row in due for path in self._paths(row)]:
            self._scrub(self._files(f"{Tier.INDEX}/"), expired_paths, Manifest(kind="file", subject=""))
        erase: dict[str, Callable[[str], Manifest]] = {
            "learning": lambda subject: self.learning(UUID(subject)),
            "file": lambda subject: self.file(subject, history=False),
            "upload": lambda subject: self.upload(UUID(subject), history=False),
        }
        erased: dict[str, int] = {}
        for row in due:
            with suppress(NotFound):  # whoever came first has erased it
                erase[row["kind"]](row["subject"])
                erased[row["kind"]] = erased.get(row["kind"], 0) + 1
        return erased

    def _paths(self, row: Row) -> Sequence[str]:
        """The files that go with what is due."""
        if row["kind"] == "file":
            return [row["subject"]]
        with suppress(NotFound):
            if row["kind"] == "upload":
                upload = self._ingestion.register.find(UUID(row["subject"]))
                return [upload.file_path, *rendition_paths(upload.file_path)]
        return []

    def _scrub(
        self, mentions: Sequence[str], needles: Sequence[str], manifest: Manifest, *, learning: UUID | None = None
    ) -> None:
        """Takes the `needles` out of our own files, whose chunks and lines of the index follow at once."""
        for path in mentions if needles else ():
            if learning and paths.inner(path).startswith(PATTERNS) and path.endswith(f"-{str(learning)[:8]}.md"):
                with suppress(NotFound):
                    manifest.include(self.file(path))
            elif paths.inner(path).startswith(OWN) or path.endswith(HISTORIES):
                manifest.count(self._scrubber.scrub(path, needles))
                self._follow(path)
            else:
                manifest.count(self._scrubber.scrub_reasons(path, needles))

    def _scrub_lines(
        self, repeating: Mapping[str, Callable[[str], bool]], needles: Sequence[str], manifest: Manifest
    ) -> None:
        """Takes the lines of each file out that repeat what is forgotten, whatever they say besides."""
        for path, repeats in repeating.items():
            manifest.count(self._scrubber.scrub(path, needles, repeats))
            self._follow(path)

    @property
    def _ingestion(self) -> Ingestion:
        return Ingestion(self.tenant_id, self.objects, self.database, self.embedders, self.redaction)

    @property
    def _erasure(self) -> Erasure:
        return Erasure(self.tenant_id, self.objects, self.database)

    @property
    def _scrubber(self) -> Scrubber:
        return Scrubber(self.tenant_id, self.objects, self.database)

    def _follow(self, path: str) -> None:
        if reader.is_searchable(path):
            FileIndex(self.tenant_id, self.objects, self.database, self.embedders, self.redaction).follow(path)
        files = Files(self.tenant_id, self.objects, self.database)
        index_lines.follow(files, [path], ChangedBy.SYSTEM, WHY)

    def _files(self, prefix: str) -> list[str]:
        return [entry.path for entry in Files(self.tenant_id, self.objects, self.database).list(prefix)]

    def _proved(
        self, manifest: Manifest, texts: Sequence[str], wholes: Sequence[str], gone: Sequence[str] = ()
    ) -> Manifest:
        """With what is found by looking for it again, in every table and in the bucket."""
        manifest.prove(self._call("find_traces", texts=tuple(texts), wholes=tuple(wholes)))
        if left := self._erasure.count_versions(gone):
            manifest.remaining["object versions"] = left
        return manifest


def _is_of_run(path: str) -> bool:
    return paths.inner(path).startswith(OF_RUNS)


def _leads_to(run_files: Sequence[str], repeated: RepeatedLines, line: str) -> bool:
    """Whether a line of a list leads to a file of one of the runs and repeats what is forgotten."""
    return any(f"[[{path}]]" in line for path in run_files) and repeated.holds(line)
