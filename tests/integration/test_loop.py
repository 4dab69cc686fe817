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

    answer = client.post("query_knowledge", tenant.reader, {"query": "Which port does the API use?"}).json()

    [match] = answer["matches"]
    assert match["learning"] == "The API listens on port 8090."
    assert (match["work_order_id"], match["agent_type"], match["frequency"]) == ("wo-7", "developer", 1)
    assert match["learning"] in answer["formatted"]


def test_what_came_of_a_run_is_counted_for_what_it_was_handed(client, tenant):
    """A learning that runs succeeded with is surer than one that they failed with; a repetition counts nothing."""
    client.post("agent_complete", tenant.agent, {"run_id": "r0", "learnings": ["The API listens on port 8090."]})

    def bound_after(run_id: str, outcome: str) -> float:
        asked = {"query": "Which port does the API use?", "run_id": run_id}
        client.post("query_knowledge", tenant.agent, asked)
        for _ in range(2):
            run = {"run_id": run_id, "session_log": "Assistant: I called it.", "outcome": outcome}
            assert client.post("agent_complete", tenant.agent, run).status_code == 200
        [match] = client.post("query_knowledge", tenant.reader, {"query": asked["query"]}).json()["matches"]
        return float(match["outcome_bound"])

    once = bound_after("r1", "Succeeded.")
    assert 0 < once < bound_after("r2", "Succeeded.")
    assert bound_after("r3", "Failed: the build broke.") < bound_after("r4", "Succeeded.")
