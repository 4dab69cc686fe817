"""What requests to a user's memory say."""

import pytest
from knowledge.errors import Malformed
from knowledge.usecases.user_memory.models import ReplaceRequest


@pytest.mark.parametrize(("if_match", "version"), [('"7"', 7), ('W/"7"', 7), ("7", 7), ("*", 5), (None, 5)], ids=ascii)
def test_the_version_to_replace_is_that_of_the_header_before_that_of_the_body(
    if_match: str | None, version: int
) -> None:
    """`*` and no header leave it to the body."""
    assert ReplaceRequest(user="ann", entries=(), version=5).expected(if_match) == version


def test_a_header_that_names_no_version_is_refused() -> None:
    """With what to send."""
    with pytest.raises(Malformed, match="as If-Match"):
        ReplaceRequest(user="ann", entries=()).expected('"abc"')
