"""One section of a document about many things answers by itself: what stands beside it is about something else."""

import pytest
from knowledge.usecases.reindex.tenant import Indexer

from tests.conftest import ONE_ADAPTER

pytestmark = ONE_ADAPTER
SECTIONS = {
    "Parking": "Visitors park on deck C and get a voucher at the desk.",
    "Lunch": "The canteen opens at noon and takes cards only.",
    "Badges": "Lost badges are blocked by calling extension 5512.",
    "Printers": "Colour prints are released with a PIN at the blue printer.",
    "Heating": "Radiators are serviced in autumn by Meyer, as order ZX-74.",
    "Mail": "Parcels wait in room 014 until six in the evening.",
    "Bikes": "Cargo bikes are lent for a day with a signed form.",
    "Roof": "The roof terrace closes when the wind exceeds 60 km/h.",
}
MANNERS = (
    " Please be considerate of colleagues, keep the place tidy, and report anything that is out of order to the front "
    "office so that it can be repaired quickly and everyone can go on with their day."
) * 5


@pytest.mark.parametrize(
    ("question", "mode", "answer"),
    [
        ("does the canteen take cash", "hybrid", "takes cards only"),
        ("ZX-74", "keyword", "order ZX-74"),
        ("when are radiators serviced", "dense", "serviced in autumn"),
    ],
)
def test_one_section_of_a_long_document_answers(
    client, tenant, write, objects, database, embedder, question, mode, answer
):
    """In each mode; measured before: nothing, though the best was above the floor."""
    sections = "\n\n".join(f"## {heading}\n\n{text}{MANNERS}" for heading, text in SECTIONS.items())
    write({"3-descriptions/docs/house.md": f"# House guide\n\n{sections}\n"})
    Indexer(tenant.tenant_id, objects, database, [embedder]).reindex()
    notes = ["Front office phones are answered until five.", "Tidy desks are checked on Fridays."]
    client.post("agent_complete", tenant.agent, {"run_id": "r", "learnings": notes})
    asked = client.post("query_knowledge", tenant.reader, {"query": question, "mode": mode}).json()
    assert answer in asked["formatted"], asked["empty"]


FAULTS = "".join(f"| E{number:03} | fault of module {number * 7} |\n" for number in range(120))
NOTES = [
    "The test run failed with error code 1 in the night.",
    "What an error in the build log means stands in the wiki.",
]


@pytest.mark.parametrize("question", ["What does error code E077 mean?", "meaning of E077"])
@pytest.mark.parametrize("counted", [{}, {"match_count": 1}])
def test_one_row_of_a_table_answers(client, tenant, write, objects, database, embedder, question, counted):
    """Rows around it are about other things, and take nothing from it; an identifier is rare in a small base, too."""
    write({"3-descriptions/user/faults.md": f"# Fault codes\n\n## Table\n\n| code | meaning |\n|---|---|\n{FAULTS}"})
    Indexer(tenant.tenant_id, objects, database, [embedder]).reindex()
    client.post("agent_complete", tenant.agent, {"run_id": "r", "learnings": NOTES})
    asked = client.post("query_knowledge", tenant.reader, {"query": question, **counted}).json()
    assert "| E077 | fault of module 539 |" in asked["formatted"], asked["formatted"]
    assert "| E077 |" in asked["matches"][0]["learning"]


def test_an_everyday_word_with_a_digit_is_no_identifier(client, tenant):
    """Measured before: `S3` alone led what the question asks for."""
    notes = ["Backups of the shop's database are stored in the bucket every night.", "S3 costs rose by a tenth in May."]
    client.post("agent_complete", tenant.agent, {"run_id": "r", "learnings": [*notes, "k8s nodes restart on Sundays."]})
    asked = client.post("query_knowledge", tenant.reader, {"query": "Does S3 hold the backups of the database?"}).json()
    assert asked["matches"][0]["learning"] == notes[0]
