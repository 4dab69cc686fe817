"""Real Postgres, a template database cloned for each test, and both database adapters over it."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg import sql

from knowledge import keys
from knowledge.database import Database, PostgresDatabase, SupabaseDatabase, supabase_client
from knowledge.embedder import OnnxEmbedder

ROOT = Path(__file__).parent.parent
MODEL = ROOT / "layers" / "model" / "build" / "minilm"
TEMPLATE = "knowledge_template"
REST_KEY = "a-service-role-key-of-the-tests"


@pytest.fixture(scope="session")
def embedder() -> OnnxEmbedder:
    """The model that the local stack runs."""
    return OnnxEmbedder(MODEL)
