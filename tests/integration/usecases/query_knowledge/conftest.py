"""A small knowledge base of files, for what is given to a task."""

import pytest
from knowledge.files import paths
from knowledge.ports.object_store import MARKDOWN
from knowledge.usecases.reindex.tenant import Indexer

INDEX = """Payments | How customers pay, invoices and refunds | 2-summaries/product/payments.md
Deployment | How releases reach production | 2-summaries/product/deployment.md
Hiring | Job interviews and offers | 2-summaries/organization/hiring.md
Ghost | Refunds and payments of the past | 2-summaries/product/ghost.md
"""
PAYMENTS = (
    "Payments | v1.2.0, 2026-02-03T10:30:00+00:00 | Customers pay by card through Stripe; refunds take five days. "
    "Details: [[3-descriptions/payments/stripe/webhooks.md]]"
)
DEPLOYMENT = "Deployment | v1.0.0, 2026-02-03T10:30:00+00:00 | Releases go out on Tuesdays from the release branch."
HIRING = "Hiring | v1.0.0, 2026-02-03T10:30:00+00:00 | Interviews have three rounds."
WEBHOOKS = """---
title: Stripe webhooks
tags: stripe, payments
version: 2.1.0
---
# Stripe webhooks

The payment webhook listens on port 9000 and verifies every signature.

```python
def verify(signature: str) -> bool:
    return signature.startswith("v1")
```
"""
RULES = "# Payments\n\nThe payment webhook listens on port 9443.\n"
IDENTITY = "# Who I am\n\nI am the bookkeeper of Acme.\n"
CONVENTIONS = "# Conventions\n\nAmounts are integers of cents.\n"
BASE = {
    "1-index/index.md": INDEX,
    "2-summaries/product/payments.md": PAYMENTS,
    "2-summaries/product/deployment.md": DEPLOYMENT,
    "2-summaries/organization/hiring.md": HIRING,
    "3-descriptions/payments/stripe/webhooks.md": WEBHOOKS,
    "3-descriptions/user/rules/payments.md": RULES,
    "3-descriptions/system/identity.md": IDENTITY,
    "3-descriptions/system/coding/conventions.md": CONVENTIONS,
}


@pytest.fixture
def write(tenant, objects):
    def put(files: dict[str, str]) -> None:
        for path, content in files.items():
            objects.put(paths.key(str(tenant.tenant_id), path), content.encode(), content_type=MARKDOWN, if_match=None)

    return put


@pytest.fixture
def base(tenant, objects, database, embedder, write):
    """A small knowledge base, indexed."""
    write(BASE)
    Indexer(tenant.tenant_id, objects, database, [embedder]).reindex()
