"""The loop over HTTP: a run goes in, the next agent starts with what it taught."""


def test_what_a_run_teaches_is_found_by_the_next_agent(client, tenant):
    """A learning given to agent-complete is answered by query-knowledge with its provenance."""
    completed = client.post(
        "agent_complete",
        tenant.agent,
        {
            "run_id": "r1",
            "work_order_id": "wo-7",
            "agent_type": "developer",
            "learnings": ["The API listens on port 8090."],
        },
    )
    assert completed.status_code == 200, completed.text
    assert (completed.json()["inserted"], completed.json()["method"]) == (1, "given")

    found = client.post("query_knowledge", tenant.reader, {"query": "Which port does the API use?"}).json()

    [match] = found["matches"]
    assert match["learning"] == "The API listens on port 8090."
    assert (match["work_order_id"], match["agent_type"], match["frequency"]) == ("wo-7", "developer", 1)
    assert match["learning"] in found["formatted"]
