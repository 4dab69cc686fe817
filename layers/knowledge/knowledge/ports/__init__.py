"""Protocols and their adapters: database, object store, embedder, language model, queue, secrets, telemetry."""
