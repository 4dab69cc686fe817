"""The three tiers of Markdown files: paths, formats, versions, edits, splitting."""
