"""A file → chunks with embeddings."""
