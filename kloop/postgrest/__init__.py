"""A PostgREST-compatible endpoint."""
