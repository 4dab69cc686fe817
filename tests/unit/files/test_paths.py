"""Object keys are built in one place, and none leaves its tenant's prefix."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.errors import Invalid
from knowledge.files import paths
from knowledge.files.paths import Scope, Tier

TENANT = "5f0c1d6e-8a55-4b3c-9a53-0b6f0a5d7c11"
GOOD = [
    "1-index/index.md",
    "1-index/billing-and-plans-0123456789.md",
    "2-summaries/product/pricing.md",
    "3-descriptions/system/identity.md",
    "3-descriptions/user/any/depth/at all/Note (draft), v1.2.md",
    "3-descriptions/learned/tasks/inbox.md",
    "3-descriptions/plugins/gmail_reader.md",
    "3-descriptions/preise/österreich/überblick.md",
    "3-descriptions/хранение/данные/файл.md",
    "assets/pricing/Preisliste 2026.pdf",
    "sessions/run-1.jsonl",
]
BAD = [
    "",
    "/",
    "/2-summaries/a/b.md",
    "2-summaries/../3-descriptions/a/b.md",
    "2-summaries/a/../../../other/2-summaries/a/b.md",
    "..",
    "2-summaries/./a.md",
    "2-summaries//a.md",
    "3-descriptions/s\u034fystem/a.md",
    "3-descriptions/x/no\u1160tes.md",
    "3-descriptions/x/notes\ufe0f.md",
    "2-summaries/a/b.md/",
    "2-summaries/a/%2e%2e/b.md",
    "2-summaries/a%2f..%2fb.md",
    "2-summaries/a\\..\\b.md",
    "2-summaries/a/．．/b.md",
    "2-summaries/a／b.md",
    "2-summaries/a∕b/c.md",
    "2-summaries/a⁄b/c.md",
    "2-summaries/a/․․/b.md",
    "2-summaries/a/b\x00.md",
    "2-summaries/a/b\n.md",
    "2-summaries/a/\u202eb.md",
    "2-summaries/a/b\u200b.md",
    "2-summaries/a/ b.md",
    "2-summaries/a /b.md",
    "2-summaries/a./b.md",
    "2-summaries/a/.hidden.md",
    "2-summaries/a/e\u0301.md",
    "2-summaries/a/b.txt",
    "2-summaries/b.md",
    "1-index/deep/index.md",
    "3-descriptions/b.md",
    "assets/b.pdf",
    "sessions/a/b.jsonl",
    "elsewhere/a/b.md",
    "3-descriptions/uѕer/a.md",
    "3-descriptions/ЅУЅТЕМ/a.md",
    "3-descriptions/notes/сonventions.md",
    "2-summaries",
    "2-summaries/" + "a/" * 300 + "b.md",
    "2-summaries/a/" + "b" * 500 + ".md",
]


@pytest.mark.parametrize("path", GOOD)
def test_a_path_of_a_tier_becomes_a_key_and_back(path: str) -> None:
    """`locate` is the inverse of `key`."""
    assert paths.key(TENANT, path) == f"{TENANT}/{path}"
    assert paths.locate(paths.key(TENANT, path)) == (TENANT, path)


@pytest.mark.parametrize("path", BAD)
def test_whatever_could_leave_the_prefix_is_refused_with_what_is_allowed(path: str) -> None:
    """A refusal is `Invalid`, names the path and says what is allowed instead."""
    with pytest.raises(Invalid, match="Allowed are 1-index/") as refused:
        paths.key(TENANT, path)
    assert refused.value.extensions["path"] == path[: paths.MAX_PATH]


@pytest.mark.parametrize("tenant", ["", "..", "a/b", "-a", "a b", "a" * 101, "ä", "a\n"])
def test_a_tenant_is_one_plain_name(tenant: str) -> None:
    """A tenant's id cannot bring a slash or dots of its own into a key."""
    with pytest.raises(Invalid):
        paths.key(tenant, paths.INDEX)


@given(st.text(max_size=40), st.sampled_from([f"{tier}/" for tier in Tier]))
def test_any_text_gives_a_key_inside_the_prefix_or_a_refusal(text: str, folder: str) -> None:
    """No segment of a key is empty, dotted or changed by Unicode normalisation."""
    try:
        key = paths.key(TENANT, folder + text + ".md")
    except Invalid:
        return
    assert key.startswith(f"{TENANT}/{folder}")
    assert unicodedata.normalize("NFKC", key) == key
    assert not {"", ".", ".."} & set(key.split("/"))
    assert not set("\\%\0\n\r") & set(key)


@pytest.mark.parametrize("prefix", ["", "2-summaries/", "2-summaries/prod", "3-descriptions/user/a b"])
def test_a_prefix_may_end_anywhere(prefix: str) -> None:
    """A listing can start at a folder or inside a name."""
    assert paths.prefix(TENANT, prefix) == f"{TENANT}/{prefix}"


@pytest.mark.parametrize("prefix", ["..", "../", "/", "a//b", "2-summaries/..", "%2e"])
def test_a_prefix_cannot_leave_the_tenant_either(prefix: str) -> None:
    """A listing is checked name by name, as a path is."""
    with pytest.raises(Invalid):
        paths.prefix(TENANT, prefix)


def test_a_path_says_its_tier_topic_and_scope() -> None:
    """Scopes are topics of the third tier only."""
    assert paths.tier("assets/a/b.pdf") is Tier.ASSET
    assert paths.topic("2-summaries/product/pricing.md") == "product"
    assert paths.topic(paths.INDEX) == ""
    assert paths.topic("assets/project=shop/legal/b.pdf") == "legal"
    assert paths.scope("3-descriptions/user/a.md") is Scope.USER
    assert paths.scope("3-descriptions/plugins/gmail_reader.md") is Scope.PLUGINS
    assert paths.scope("3-descriptions/pricing/a.md") is None
    assert paths.scope("2-summaries/user/a.md") is None


@given(st.text(), st.text(), st.text())
def test_paths_of_any_names_are_allowed(first: str, second: str, third: str) -> None:
    """Topics and file names come from anyone; what is built of them is always a checked path."""
    assert paths.tier(paths.summary(first, second)) is Tier.SUMMARY
    assert paths.tier(paths.description(first, second, third)) is Tier.DESCRIPTION
    assert paths.tier(paths.asset(first, second)) is Tier.ASSET
    assert paths.scope(paths.learned("failures", third)) is Scope.LEARNED


@given(st.text())
def test_a_slug_of_a_slug_is_itself(name: str) -> None:
    """A topic found again by its slug has the same file."""
    assert paths.slug(paths.slug(name)) == paths.slug(name)


def test_slugs_read_as_the_names_they_come_from() -> None:
    """Letters of every script stay, everything else becomes a dash, nothing at all a hash."""
    assert paths.slug("Unit Economics: LTV/CAC!") == "unit-economics-ltv-cac"
    assert paths.slug("Größe ＡＢＣ") == "grösse-abc"
    assert paths.slug("हिन्दी विषय") == "हिन्दी-विषय"
    assert paths.slug("🎉") != paths.slug("🚀")


def test_names_that_differ_in_signs_have_slugs_of_their_own() -> None:
    """Those at the end of a word; others part words, as any punctuation."""
    assert [paths.slug(name) for name in ("C++", "C#", "C", "C++ style")] == [
        *("c-plus-plus", "c-sharp", "c", "c-plus-plus-style"),
    ]
    assert paths.slug("room #4, 2 + 2, a+b") == "room-4-2-2-a-b"
    assert paths.asset("Pricing", "../Price List.PDF") == "assets/pricing/price-list.pdf"
