"""kloop preflight, issues and retro: the documented lines, over a served function."""

import json

import pytest

from kloop.errors import StackError
from tests.conftest import ONE_ADAPTER
from tests.integration.usecases.issue_patterns.test_retrospectives import RETROSPECTIVE
from tests.integration.usecases.test_issue_patterns import RLS
from tests.support.commands import commands_against

pytestmark = ONE_ADAPTER


@pytest.fixture
def kloop(client, tenant, monkeypatch, tmp_path):
    """Runs a command as this tenant's administrator; gives what it prints."""
    app = client.apps["issue_patterns"].app
    with commands_against(app, "KLOOP_ISSUES_URL", tenant.admin, tmp_path, monkeypatch) as run:

        def printed(*arguments):
            code, output = run(*arguments)
            assert code == 0
            return output

        yield printed


@pytest.fixture
def seeded(kloop, tmp_path):
    """The same, with a legacy pattern brought along from a file as it was kept."""
    file = tmp_path / "patterns.json"
    file.write_text(json.dumps([{**RLS, "pattern_id": "PAT-004", "status": "active", "trend": "stable"}]))
    counted = "not taken, because it follows from what is counted here: trend\n"
    assert kloop("issues", "seed", file) == f"PAT-004 created: {RLS['issue_summary']}\n{counted}"
    assert kloop("issues", "seed", file) == f"PAT-004 unchanged: {RLS['issue_summary']}\n{counted}"
    return kloop


def test_what_is_obsolete_is_brought_along_as_such(kloop, tmp_path):
    """And an entry that cannot be taken is named, with what is wrong with it."""
    file = tmp_path / "patterns.json"
    entries = [{**RLS, "pattern_id": "PAT-002", "status": "obsolete"}, {"issue_summary": "Slow", "severity": "awful"}]
    file.write_text(json.dumps(entries[:1]))
    assert kloop("issues", "seed", file) == f"PAT-002 created (obsolete): {RLS['issue_summary']}\n"
    assert json.loads(kloop("issues", "show", "PAT-002", "--json"))["status"] == "obsolete"
    shown = kloop("issues", "show", "PAT-002")
    assert shown.startswith("💤 PAT-002") and "Recommendation: obsolete: search leaves it out" in shown
    assert "apply preemptively" not in shown
    assert kloop("issues", "search", "RLS policy blocks anonymous INSERT") == "No similar issue is known.\n"
    file.write_text(json.dumps(entries))
    with pytest.raises(StackError, match=r"Entry 2 was not taken.*severity"):
        kloop("issues", "seed", file)


def test_search_prints_what_the_seed_prints(seeded):
    """Match and success in per cent, recommendation, solution, average time and prevention."""
    output = seeded("issues", "search", "RLS policy blocks INSERT", "--matcher", "jaccard")
    assert output.splitlines() == [
        "🎯 Found 1 similar issue(s):",
        "",
        "1. ✅ PAT-004 [43% match, 92% success]",
        "   Issue: RLS policy preventing anonymous INSERT operations",
        "   Category: database | Severity: medium",
        "   Recommendation: HIGH SUCCESS: apply preemptively",
        "   Solution: Use SERVICE_ROLE_KEY instead of ANON_KEY",
        "   Avg Time: 8 min",
        "   Prevention: Check RLS policies before using ANON_KEY for mutations",
        "",
    ]
    assert seeded("issues", "search", "sourdough bread") == "No similar issue is known.\n"


def test_json_is_the_answer(seeded):
    """--json prints what the function answered."""
    answer = json.loads(seeded("issues", "search", "RLS policy blocks anonymous INSERT", "--json"))
    assert [issue["pattern_id"] for issue in answer["patterns"]] == ["PAT-004"]
    assert json.loads(seeded("issues", "show", "PAT-004", "--json"))["occurrence_count"] == 12


def test_show_tells_all(seeded):
    """One pattern with every solution, its counts and all that prevents it."""
    output = seeded("issues", "show", "PAT-004")
    assert "Use Supabase CLI with service role access: 2 of 2 times" in output
    assert all(f"Prevention: {practice}" in output for practice in RLS["prevention_checklist"])
    assert seeded("issues", "search", "--details", "PAT-004") == output
    with pytest.raises(StackError, match="--details PAT-004"):
        seeded("issues", "search")
    with pytest.raises(StackError, match="PAT-099"):
        seeded("issues", "show", "PAT-099")


def test_preflight(seeded):
    """Before a phase: what is known about the work, or is said to be about; PLAN shows all that prevents."""
    about = ("--about", "RLS policy blocks anonymous INSERT")
    plan = seeded("preflight", "--phase", "PLAN", "--sd-id", "SD-1", *about)
    assert plan.startswith("PLAN preflight of SD-1") and plan.count("Prevention:") == 2
    assert seeded("preflight", "--phase", "EXEC", "--sd-id", "SD-1", *about).count("Prevention:") == 1
    with pytest.raises(StackError, match="Nothing is known of SD-1"):
        seeded("preflight", "--phase", "EXEC", "--sd-id", "SD-1")


def test_preflight_shows_what_happened_in_the_very_work(kloop, tmp_path):
    """It says so in the place of how near it is."""
    file = tmp_path / "retro.json"
    file.write_text(json.dumps(RETROSPECTIVE))
    kloop("retro", "extract", file)
    output = kloop("preflight", "--phase", "EXEC", "--sd-id", RETROSPECTIVE["sd_id"])
    assert all(failure in output for failure in RETROSPECTIVE["failure_patterns"])
    assert output.count("[in this very work, not tried yet]") == 2


def test_retro_extract(kloop, tmp_path):
    """The failures of a retrospective become patterns, with the lessons that solve them."""
    file = tmp_path / "retro.json"
    file.write_text(json.dumps(RETROSPECTIVE))
    output = kloop("retro", "extract", file)
    assert f"PAT-001 created: {RETROSPECTIVE['failure_patterns'][0]}" in output
    assert f"   Solution: {RETROSPECTIVE['lessons_learned'][0]}" in output
    assert f"Learning inserted: {RETROSPECTIVE['what_went_well'][1]}" in output
    assert kloop("retro", "extract", file).startswith("This retrospective is kept already")
    file.write_text("no JSON")
    with pytest.raises(StackError, match="not JSON"):
        kloop("retro", "extract", file)
