"""Strings in, strings out: Markdown, sentences, front matter, the block for a prompt. No I/O, no domain."""
