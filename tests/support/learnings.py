"""What agents teach and are told, by HTTP: asked for by tests of what is kept and of what overrules it."""

LEARNING = "The API listens on port 8090."
PORTS = "Which port does the API listen on?"
SENTENCES = [
    "Deployments to the staging cluster need the blue feature flag.",
    "The test suite takes its database from a template.",
    "Invoices are rounded to the nearest cent before they are stored.",
]


def completed(client, key, body, **headers):
    """The answer of agent-complete."""
    response = client.post("agent_complete", key, body, **headers)
    assert response.status_code == 200, response.text
    return response.json()


def matches(client, tenant, query, **fields):
    """All matches of a question, however far away."""
    response = client.post(
        "query_knowledge", tenant.reader, {"query": query, "match_count": 100, "match_threshold": -1, **fields}
    )
    assert response.status_code == 200, response.text
    return response.json()["matches"]
