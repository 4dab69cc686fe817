"""What was known at a time is answered as it was known then."""

from tests.support.learnings import LEARNING, PORTS, completed, matches


def test_what_was_known_then_is_answered_as_of_then(client, tenant):
    """Before the newer was known, the older is answered alone and unmarked."""
    completed(client, tenant.agent, {"run_id": "r1", "learnings": [LEARNING]})
    [known] = matches(client, tenant, LEARNING)
    later = "The API no longer listens on 8090; it moved to 8091."
    completed(client, tenant.agent, {"run_id": "r2", "learnings": [later]})
    [then] = matches(client, tenant, LEARNING, as_of=known["last_seen_at"])
    assert (then["learning"], then["superseded_by"]) == (LEARNING, None)
    assert matches(client, tenant, LEARNING, as_of="2020-01-01T00:00:00Z") == []


def test_what_was_replaced_since_replaced_the_older_then(client, tenant):
    """Of three that say so one after the other the first is marked by the second as of between."""
    ports = ("8090 of the host", "no longer 8090; it moved to 8091", "8092 now")
    texts = [f"The quote service listens on port {port}." for port in ports]
    for number, text in enumerate(texts):
        completed(client, tenant.agent, {"run_id": f"r{number}", "learnings": [text]})
    asked = "Which port does the quote service listen on?"
    between = next(one["created_at"] for one in matches(client, tenant, asked) if one["learning"] == texts[1])
    first, second = matches(client, tenant, asked, as_of=between)
    assert [first["learning"], second["learning"]] == [texts[1], texts[0]]
    assert (first["superseded_by"], second["superseded_by"]) == (None, first["id"])
    assert matches(client, tenant, asked)[0]["learning"] == texts[2]


def test_what_was_said_again_by_then_stood_then(client, tenant):
    """As of each run that one is first, seen as often and last as it was by then, which the run said."""
    names = ("Kim", "Lou", "Mia", "Kim")
    asked = "Who is the release manager?"
    seen = []
    for number, name in enumerate(names):
        completed(client, tenant.agent, {"run_id": f"r{number}", "learnings": [f"The release manager is {name}."]})
        seen.append(max(one["last_seen_at"] for one in matches(client, tenant, asked)))
    for name, then in zip(names, seen, strict=True):
        first, *others = matches(client, tenant, asked, as_of=then)
        assert (first["learning"], first["superseded_by"]) == (f"The release manager is {name}.", None)
        assert (first["last_seen_at"], first["age_days"]) == (then, 0)
        assert all(one["superseded_by"] == first["id"] for one in others)
    by_name = {one["learning"]: one["frequency"] for one in matches(client, tenant, asked, as_of=seen[2])}
    assert by_name["The release manager is Kim."] == 1


def test_what_superseded_it_then_is_told_of_what_holds_again(client, tenant):
    """Between the second and the third run the second stands before the first, and after them the first."""
    texts = (LEARNING, "The API no longer listens on 8090; it moved to 8091.", LEARNING)
    seen = []
    for number, text in enumerate(texts):
        completed(client, tenant.agent, {"run_id": f"r{number}", "learnings": [text]})
        seen.append(max(one["last_seen_at"] for one in matches(client, tenant, PORTS)))
    for text, then in zip(texts[1:], seen[1:], strict=True):
        first, second = matches(client, tenant, PORTS, as_of=then)
        assert (first["learning"], first["supersedes"], first["superseded_by"]) == (text, second["id"], None)
        assert (second["supersedes"], second["superseded_by"]) == (None, first["id"])
    [alone] = matches(client, tenant, PORTS, as_of=seen[0])
    assert (alone["supersedes"], alone["superseded_by"]) == (None, None)


def test_what_a_person_confirmed_or_pinned_since_was_an_agents_word_then(client, tenant):
    """Before that the later one overruled it, which stands behind it ever since."""
    first, second = (f"Deploys to the moon cluster need {count} approvals." for count in ("two", "four"))
    asked = "How many approvals does a deploy to the moon cluster need?"
    [one] = completed(client, tenant.agent, {"run_id": "r1", "learnings": [first]})["learnings"]
    completed(client, tenant.agent, {"run_id": "r2", "learnings": [second]})
    then = max(match["last_seen_at"] for match in matches(client, tenant, asked))
    for act in ("confirm", "pin"):
        client.request("POST", "learnings", tenant.admin, f"/{one['id']}/{act}").raise_for_status()
    later, earlier = matches(client, tenant, asked, as_of=then)
    assert [later["learning"], earlier["learning"]] == [second, first]
    assert (earlier["authority"], earlier["rule"], earlier["pinned"]) == ("learned", False, False)
    assert (earlier["superseded_by"], later["overruled_by"]) == (later["id"], None)
    assert matches(client, tenant, asked)[0]["authority"] == "user"


def test_a_learning_is_told_as_it_was_worded_then(client, tenant):
    """And as whose word it was: who changed it later had not said so yet."""
    [known] = completed(client, tenant.agent, {"learnings": ["The dial code of the plant is 44-101."]})["learnings"]
    [before] = matches(client, tenant, "dial code")
    changed = {"learning": "The dial code of the plant is 55-909."}
    client.request("PATCH", "learnings", tenant.admin, f"/{known['id']}", json=changed).raise_for_status()
    [then] = matches(client, tenant, "dial code", as_of=before["last_seen_at"])
    [now] = matches(client, tenant, "dial code")
    assert ("44-101" in then["learning"], then["authority"], then["rule"]) == (True, "learned", False)
    assert ("55-909" in now["learning"], now["authority"], now["rule"]) == (True, "user", True)
