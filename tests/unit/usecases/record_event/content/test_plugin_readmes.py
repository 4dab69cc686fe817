"""READMEs of plugins that are sent whole."""

from knowledge.usecases.record_event.content import plugin_readmes

SENT = {"path": "plugins/tide/README.md", "content": "# Tides\n\nHigh water."}


def test_a_readme_is_the_patch_that_makes_it_so() -> None:
    """Of a plugin alone, and not an empty one."""
    patch = "--- plugins/tide/README.md\n+++ plugins/tide/README.md\n@@ -0,0 +1,3 @@\n+# Tides\n+\n+High water."
    assert plugin_readmes.of(SENT) == patch
    assert plugin_readmes.of({**SENT, "path": "docs/README.md"}) == plugin_readmes.of({**SENT, "content": " "}) == ""


def test_a_change_titled_as_a_readme_is_that_file() -> None:
    """Where its text is no patch, and where it is a change."""
    metadata = {"title": SENT["path"]}
    assert plugin_readmes.titled("code_change", SENT["content"], metadata) == SENT
    assert plugin_readmes.titled("research", SENT["content"], metadata) == SENT["content"]
    assert plugin_readmes.titled("code_change", patch := "diff --git a/x b/x", metadata) == patch
