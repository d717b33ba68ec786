from __future__ import annotations

import pytest

from kgplatform.errors import UsageError
from kgplatform.ingest.links.passage_links import (
    DEFAULT_LINKS,
    LINK_METHODS,
    link_passages,
    links_are_current,
)

pytestmark = pytest.mark.unit

NO_GRAPH = None
"""Wrong arguments are refused before the graph is asked for anything."""


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"method": "tagme"}, "keyword, embedding, entity"),
        ({"max_degree": 0}, "max_degree"),
        ({"min_score": 0.0}, "min_score"),
        ({"min_score": 1.1}, "min_score"),
    ],
)
@pytest.mark.parametrize("function", [link_passages, links_are_current])
def test_wrong_arguments_are_refused(function, arguments, word):
    given = {"method": "keyword", "max_degree": 10, "min_score": 0.1, **arguments}
    with pytest.raises(UsageError, match=word):
        function(NO_GRAPH, **given)


def test_every_method_has_limits_of_its_own():
    assert set(DEFAULT_LINKS) == set(LINK_METHODS)
