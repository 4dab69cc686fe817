"""What a manifest says that was forgotten."""

from knowledge.forgetting.manifest import Manifest


def test_what_went_is_summed_by_kind() -> None:
    """What did not go is not named, and it is complete until something is found."""
    manifest = Manifest(kind="file", subject="a.md")
    manifest.count([{"kind": "lines", "removed": 2}, {"kind": "lines", "removed": 1}, {"kind": "rows", "removed": 0}])
    assert manifest.removed == {"lines": 3} and manifest.complete
    manifest.remaining = {"events": 1}
    assert not manifest.complete
