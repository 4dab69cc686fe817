"""Libraries that take long to import: built into adapters at the first request that needs them, if ever."""

HEAVY = {
    "boto3", "botocore", "chardet", "detect_secrets", "httpx", "mammoth", "markdown_it", "markdownify", "numpy",
    "onnxruntime", "openai", "pandas", "pgvector", "postgrest", "psycopg", "psycopg_pool", "puremagic", "pypdfium2",
    "python_calamine", "redis", "requests", "sentence_transformers", "stamina", "structlog", "supabase",
    "tokenizers", "torch", "transformers",
}  # fmt: skip
