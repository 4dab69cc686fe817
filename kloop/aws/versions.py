"""A key's versions, of which the newest alone is in memory.

moto holds 4 kB in 27 blocks of memory for each version as long as there is one. Here a version that another follows is
written to the spool, where its body lies; its id and place stay, and who reads it gets an object made of that. Changes
come one at a time, reads at any time: what they hold of a version goes without a trace, and the version with `dispose`.
"""

import pickle
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from struct import Struct
from threading import Lock
from typing import Any

from moto.core.utils import utcnow
from moto.s3.exceptions import MissingVersion
from moto.s3.models import FakeDeleteMarker, FakeKey
from moto.s3.utils import _VersionedKeyStore

from kloop.aws.spool import Spool, StoredBody

Version = Any  # a FakeKey or a FakeDeleteMarker, of which moto uses more than their types tell

# What moto may still change of an older version.
CHANGING = ("acl", "lock_legal_status", "lock_mode", "lock_until", "_expiry")

_PLACE = Struct("<QI")  # of a record in the spool, and its size; the version's id follows
_UNWRITTEN = ("_value_buffer", "lock", "versions", "place", "before")
_MARKER: Any = object.__new__(FakeDeleteMarker)
vars(_MARKER).update(name="", key=None, _version_id="null", last_modified=utcnow())  # which moto tells of one


class BucketVersions(_VersionedKeyStore):
    """moto's store of a bucket's versions, in a `KeyVersions` for each key."""

    def __init__(self, spool: Spool) -> None:
        super().__init__()
        self._spool = spool

    def setlist(self, key: str, versions: "list[Version] | KeyVersions") -> None:
        """Leaves these of a key's versions; what the others said is gone."""
        before = self.getlist(key, KeyVersions(self._spool, []))
        if versions is before:  # moto has added to it
            return
        after = KeyVersions(self._spool, versions)
        dict.__setitem__(self, key, after)
        for version in before.without(after):
            if isinstance(version, FakeKey):
                version.dispose()


class KeyVersions:
    """A key's versions, oldest first, for what moto does with its list of them."""

    def __init__(self, spool: Spool, versions: Iterable[Version]) -> None:
        self.spool = spool
        self._items: list[Version | bytes] = []
        self.__add__(versions)

    def __add__(self, versions: Iterable[Version]) -> "KeyVersions":
        """Itself: moto adds to it to put what comes out in its place."""
        for version in versions:
            self.append(version)
        return self

    def append(self, version: Version) -> None:
        """Adds the newest. Raises `OSError`, with nothing added, where the disk has no room for the one before."""
        if isinstance(version, FakeDeleteMarker):  # of what it marks moto asks for the type alone
            vars(version)["key"] = _MARKER if isinstance(version.key, FakeDeleteMarker) else None
        if type(version) is FakeKey:
            _ = version.etag  # which moto works out when first asked: by then several may read the body at once
        if self._items:
            self._items[-1] = self._packed(self._items[-1])
        self._items.append(version.place if isinstance(version, PastVersion) else version)

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Version]:
        return (self._unpacked(item) for item in list(self._items))

    def __getitem__(self, at: int) -> Version:
        try:
            return _read(self._unpacked(self._items[at]))
        except (IndexError, MissingVersion):  # erased since moto looked: as one that is deleted
            return _MARKER

    def __deepcopy__(self, _memo: object) -> list[Version]:
        return list(present(self))

    def without(self, other: "KeyVersions") -> Iterator[Version]:
        """Those that the other one lacks."""
        return (self._unpacked(item) for item in set(self._items).difference(other._items))

    def rewrite(self, version: "PastVersion") -> bytes:
        """The place that it has from now on."""
        place = self._written(version, version.place)  # which stays until the end: somebody may be about to read there
        self._items[self._items.index(version.place)] = place
        return place

    def _packed(self, item: Version | bytes) -> Version | bytes:
        """Its place; a marker, which is small, and what has parts of its own stay as they are."""
        if type(item) is not FakeKey or item.multipart:
            return item
        place, body = self._written(item), vars(item)["_value_buffer"]
        item.disposed = body.left = True  # a request may still read by this object, whose end erases nothing
        return place

    def _written(self, version: Version, before: bytes = b"") -> bytes:
        state = vars(version).copy()  # to which a list of versions may add meanwhile
        usual, state = _usual(), {name: value for name, value in state.items() if name not in _UNWRITTEN}
        unusual = {name: value for name, value in state.items() if name not in usual or value != usual[name]}
        record = pickle.dumps((unusual, *version._value_buffer.place, before))
        return _PLACE.pack(self.spool.append(record), len(record)) + bytes(version.version_id, "ascii")

    def _unpacked(self, item: Version | bytes) -> Version:
        return PastVersion(self, item) if isinstance(item, bytes) else item


class PastVersion(FakeKey):
    """A version that another follows: what it is beside its id is read once something of it is asked for."""

    def __init__(self, versions: KeyVersions, place: bytes) -> None:
        vars(self).update(versions=versions, place=place, _version_id=place[_PLACE.size :].decode())

    def __getattr__(self, name: str) -> Any:
        if "name" in vars(self):
            raise AttributeError(name)
        return getattr(self.read(), name)

    def __setattr__(self, name: str, value: object) -> None:
        object.__setattr__(self.read(), name, value)
        if name in CHANGING:
            vars(self)["place"] = self.versions.rewrite(self)

    def read(self) -> "PastVersion":
        """Itself, with all that is known of it. Raises `MissingVersion` if it was erased meanwhile."""
        if "name" not in vars(self):
            spool = self.versions.spool
            try:
                unusual, start, size, before = pickle.loads(spool.read(*_PLACE.unpack_from(self.place)))
            except pickle.UnpicklingError as error:  # of zeros
                raise MissingVersion(version_id=self.version_id) from error
            body = StoredBody(spool, start, size)
            vars(self).update(_usual() | unusual, lock=Lock(), before=before, _value_buffer=body)
        return self

    def dispose(self, garbage: bool = False) -> None:
        """Leaves nothing of it on disk, nor of what it was before it changed."""
        places = list(self._places())  # read ahead of all blanks
        super().dispose(garbage)
        for place in places:
            self.versions.spool.blank(*_PLACE.unpack_from(place))

    def _places(self) -> Iterator[bytes]:
        place = self.place
        while place:
            yield place
            place = PastVersion(self.versions, place).read().before

    def __del__(self) -> None:
        pass  # the version stays when an object that was made to read it goes


@cache
def _usual() -> dict[str, Any]:
    """What is the same of most versions, and so in no record."""
    version = FakeKey("", b"", "", "")
    usual = {name: value for name, value in vars(version).items() if name not in _UNWRITTEN}
    version.dispose()
    return usual


def present(versions: Iterable[Version]) -> Iterator[Version]:
    """Those that are not erased meanwhile, with all that is known of them."""
    for version in versions:
        with suppress(MissingVersion):
            yield _read(version)


def _read(version: Version) -> Version:
    return version.read() if isinstance(version, PastVersion) else version
