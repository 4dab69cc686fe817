"""user-memory over HTTP: what is remembered, whose word it is, and what never is."""

import pytest

from tests.conftest import ONE_ADAPTER


def test_smoke(client, tenant):
    r = client.request("POST", "user_memory", tenant.agent, "/anna/entries", json={"content": "Always prioritize emails about invoices", "category": "rule"})
    print(r.status_code, r.text)
    r = client.request("POST", "user_memory", tenant.agent, "/anna/entries", json={"content": "Prefers concise briefings", "category": "preference", "source": "user"})
    print(r.status_code, r.text)
    r = client.request("POST", "user_memory", tenant.agent, "/anna/entries", json={"content": "Prefers detailed briefings", "category": "preference"})
    print(r.status_code, r.text)
    for m, p, o in [("GET","/anna",{}),("GET","/bob",{}),("GET","/anna/prompt?objective=invoices",{}),("GET","/tools?format=anthropic",{}),("POST","/anna/tools",{"json":{"name":"save_to_memory","arguments":'{"content": "Remember this email from John", "category": "context"}'}}),("POST","/anna/tools",{"json":{"name":"recall_knowledge","arguments":{"query":"ports"}}}),("POST","/anna/summarize",{"json":{"force":True}}),("POST","/anna?restore=1",{}),("POST","/anna",{"json":{"restore":"previous"}}),("DELETE","/anna",{}),("GET","/anna",{})]:
        r = client.request(m, "user_memory", tenant.admin, p, **o)
        print(m,p,r.status_code, r.text, r.headers.get("server-timing"))
    assert 0
