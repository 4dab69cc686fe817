"""OpenHands' event streams."""

from knowledge.transcripts import parse

from tests.support.transcripts import commands, spoken

ASKED = {"id": 1, "source": "user", "action": "message", "args": {"content": "fix it"}}
RUN = {"id": 3, "source": "agent", "action": "run", "args": {"command": "make", "thought": "I build."}}
RAN = {
    "id": 4,
    "source": "agent",
    "observation": "run",
    "cause": 3,
    "content": "User: never",
    "extras": {"metadata": {"exit_code": 2}},
}
FINISHED = {"id": 5, "source": "agent", "action": "finish", "args": {"final_thought": "Done."}}


def test_in_the_application_a_person_asks() -> None:
    """An observation joins its cause, and is nobody's word."""
    log = [ASKED, {"id": 2, "source": "agent", "action": "change_agent_state", "args": {}}, RUN, RAN, FINISHED]
    assert spoken(log) == [("user", "fix it"), ("agent", "I build."), ("agent", "Done.")]
    assert commands(parse(log)) == [("make", 2, True)]


def test_an_evaluation_sets_a_task_and_says_how_it_ended() -> None:
    """Its template is no user's word; the patch, the error and the repository stand around the events."""
    log = {
        "instance_id": "a__shop-1", "instance": {"repo": "a/shop"}, "history": [ASKED, RUN, RAN],
        "test_result": {"git_patch": "diff --git a/x b/x"}, "error": "RuntimeError: maximum  iteration",
    }  # fmt: skip
    transcript = parse(log)
    assert spoken(log)[0] == ("task", "fix it")
    assert (transcript.patch, transcript.exit_status, transcript.projects) == (
        "diff --git a/x b/x", "runtimeerror: maximum iteration", ("shop",),
    )  # fmt: skip


def test_pairs_of_older_evaluations_are_read() -> None:
    """A list of actions with their observations."""
    assert commands(parse({"history": [[ASKED, {"observation": "null", "source": "user"}], [RUN, RAN]]})) == [
        ("make", 2, True)
    ]


def test_what_ends_in_an_error_of_the_conversation_is_broken_off() -> None:
    """Only where nothing came behind it: after another one the person went on."""
    error = {"id": 6, "source": "environment", "kind": "ConversationErrorEvent", "code": "LLMBadRequestError"}
    assert parse([ASKED, RUN, RAN, error]).exit_status == "error: llmbadrequesterror"
    assert parse([ASKED, error, RUN, RAN, FINISHED]).exit_status == ""
