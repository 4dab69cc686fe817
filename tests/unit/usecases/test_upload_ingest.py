"""Where a file that is sent belongs."""

from knowledge.usecases.upload_ingest import asset_path


def test_a_file_keeps_its_name_where_a_path_allows_it():
    """Folders, those of Windows too, are the sender's own."""
    assert asset_path("Our Prices", "Preise 2026 (neu).csv") == "assets/our-prices/Preise 2026 (neu).csv"
    assert asset_path("legal", "C:\\scans\\2026\\terms.pdf") == "assets/legal/terms.pdf"


def test_a_projects_file_stands_in_its_folder():
    """Whatever becomes of its own name; a project whose name has no room in a path has none."""
    assert asset_path("legal", "terms.pdf", "acme/shop") == "assets/project=acme=2Fshop/legal/terms.pdf"
    assert asset_path("legal", "a*b.pdf", "shop") == asset_path("legal", "a*b.pdf").replace("/", "/project=shop/", 1)
    assert asset_path("legal", "terms.pdf", "x" * 150) == "assets/legal/terms.pdf"


def test_names_that_become_alike_stay_apart():
    """What a path does not allow becomes a dash; a hash of the name tells such files apart, and the type stays."""
    first, second = asset_path("legal", "a*b.pdf"), asset_path("legal", "a?b.pdf")
    assert first != second
    assert {path.startswith("assets/legal/a-b-") and path.endswith(".pdf") for path in (first, second)} == {True}


def test_a_long_name_is_cut_before_its_hash():
    """So that two that begin alike do not become one."""
    first, second = (asset_path("legal", "a" * 200 + end) for end in ("x.md", "y.md"))
    assert first != second and len(first) < 100 and first.endswith(".md")
