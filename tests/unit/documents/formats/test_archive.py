"""Office files are looked at before any library reads them."""

import pytest
from knowledge import errors
from knowledge.documents import parse_safely

from tests.support.documents import archived


@pytest.mark.parametrize("name", ["xl/workbook.xml", "ppt/presentation.xml"])
def test_entities_are_refused(name):
    """As in every office file."""
    content = archived(**{name.replace("/", "__").replace(".", "_DOT_"): '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'})
    with pytest.raises(errors.Invalid, match="XML entities"):
        parse_safely("bomb.office", content)
