"""Pictures: kept, and found by what is said of them."""

import pytest
from knowledge.files.semver import ChangedBy
from knowledge.uploads.listing import rendition_path


def test_a_picture_is_kept_and_found_by_what_is_said_of_it(client, tenant, send):
    """Its content is not searchable, and the answer says so; the original comes back byte for byte."""
    picture = b"\x89PNG\r\n\x1a\n" + bytes(500)
    labels = {"title": "The shop in Faro", "caption": "Seen from the harbour at dawn, with the yellow awning."}
    upload = send("faro.png", picture, **labels).json()
    assert upload["status"] == "done" and "not searchable" in upload["message"]
    [match, *_] = client.post("query_knowledge", tenant.reader, {"query": "yellow awning at the harbour"}).json()[
        "matches"
    ]
    assert match["source"]["path"] == upload["path"] and "The shop in Faro" in match["learning"]
    original = client.request("GET", "knowledge_files", tenant.reader, f"/{upload['path']}")
    assert original.content == picture


@pytest.mark.parametrize("caption", ["Malmö warehouse", "The fire exits are marked in green", "Der Hof von oben."])
def test_what_is_said_of_a_picture_does_not_run_into_what_follows(client, tenant, send, caption):
    """Nobody ends a caption with a full stop."""
    send("plan.png", b"\x89PNG\r\n\x1a\n" + bytes(500), caption=caption)
    answer = client.post("query_knowledge", tenant.reader, {"query": caption}).json()
    assert f"plan.png: {caption}\n" in answer["matches"][0]["learning"] and f"{caption}plan" not in answer["formatted"]


def test_a_new_caption_of_unchanged_bytes_is_found(client, tenant, send):
    """What is said of a picture anew takes the place of what was said before, though the picture is the same."""
    picture = b"\x89PNG\r\n\x1a\n" + bytes(500)
    send("faro.png", picture, caption="Seen from the harbour at dawn, with the yellow awning.")
    upload = send("faro.png", picture, caption="The old mill behind the cathedral, in winter.").json()
    [match, *_] = client.post("query_knowledge", tenant.reader, {"query": "mill behind the cathedral"}).json()[
        "matches"
    ]
    assert match["source"]["path"] == upload["path"] and "yellow awning" not in match["learning"]
    rendition = f"/{rendition_path(upload['path'], ChangedBy.AGENT)}"
    assert "old mill" in client.request("GET", "knowledge_files", tenant.reader, rendition).json()["content"]


def test_what_is_not_said_anew_stays(client, tenant, send):
    """Of a file that is sent again, also with other bytes; an empty field takes off what was said before."""

    def labels(upload):
        status = client.request("GET", "upload_ingest", tenant.reader, f"/uploads/{upload.json()['upload_id']}").json()
        chunk = {"query": "red valve", "match_count": 1, "tags": status["tags"]}
        [match] = client.post("query_knowledge", tenant.reader, chunk).json()["matches"]
        return match["tags"], match["source_type"], status["about"]

    valve = b"The red valve is checked on Mondays."
    whole = (["plant"], "manual", "Of the boiler.")
    assert labels(send("a.txt", valve, tags="plant", sourceType="manual", caption="Of the boiler.")) == whole
    assert labels(send("a.txt", valve)) == whole
    assert labels(send("a.txt", valve + b" It is old.")) == whole
    assert labels(send("a.txt", valve, tags="north")) == (["north"], *whole[1:])
    bare = send("a.txt", valve, tags="", caption="")
    assert labels(bare) == ([], "manual", None)
    send("a.txt", valve, tags="plant")
    client.request("DELETE", "upload_ingest", tenant.agent, f"/uploads/{bare.json()['upload_id']}")
    assert labels(send("a.txt", valve)) == ([], "text", None)
