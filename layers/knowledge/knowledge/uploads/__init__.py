"""The life of an uploaded file: stored, read, indexed, replaced, forgotten."""
