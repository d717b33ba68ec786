"""Cypher of people's own: what reads the graph is run, all else is refused before it is sent."""

from __future__ import annotations

import pytest

from kgplatform.errors import UsageError
from kgplatform.graph.library import load_query, query_names
from kgplatform.graph.read_only import check_read_only

pytestmark = pytest.mark.unit

READING = [
    "MATCH (n) RETURN n",
    "match (n:Entity {name: 'DELETE me'}) return n.name // SET nothing\n",
    "MATCH (n) WHERE n.name = \"a 'CREATE' b\" RETURN count(n);",
    "OPTIONAL MATCH (n) /* LOAD CSV */ RETURN n",
    "MATCH (n) RETURN n.`set`, n.`load` AS `delete`",
    "MATCH (n) WHERE (n)-[:NEXT]->() AND n.at > date.truncate('year', date()) RETURN n",
    "MATCH (n) CALL (n) { MATCH (n)--(m) RETURN count(m) AS c } RETURN n, c",
    "MATCH (n) CALL { MATCH (m) RETURN count(m) AS c } RETURN n, c",
    "CALL db.labels() YIELD label RETURN label",
    "CALL db . `labels`",
    "CALL db.index.fulltext.queryNodes($index, $words) YIELD node RETURN node",
    "UNWIND [1, 2] AS x WITH x WHERE x IN [1] RETURN x, point.distance(point({x: 1}), null)",
    "RETURN vector.similarity.cosine([1.0], [1.0]), EXISTS { MATCH (n) } AS found",
    "SHOW INDEXES YIELD name",
    "SHOW BUILT IN FUNCTIONS",
    "EXPLAIN MATCH (n) RETURN n",
    "CYPHER 25 MATCH (n) RETURN n",
    "MATCH p = shortestPath((a)-[*..4]-(b)) WHERE all(x IN nodes(p) WHERE x.name <> '') RETURN p",
]
HOSTILE = [
    "",
    " // nothing\n ; ",
    "CREATE (n)",
    "MATCH (n) SET n.name = 'x'",
    "MATCH (n)SET/**/n.name='x' RETURN n",
    "MATCH (n) DETACH DELETE n",
    "MATCH (n) REMOVE n.name",
    "MATCH (n) WITH collect(n) AS ns FOREACH (n IN ns | SET n.x = 1)",
    "MERGE (n:Entity {id: 1}) RETURN n",
    "INSERT (n)",
    "LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line",
    "MATCH (n) LOAD\u00a0CSV WITH HEADERS FROM $url AS line RETURN line",
    "match (n) lOaD /* */ csv from 'http://x' as l return l",
    "// a comment\rLOAD CSV FROM 'http://127.0.0.1/' AS l RETURN l",
    "RETURN 'a\\u0027 LOAD CSV FROM $x AS l RETURN \\u0027'",
    "LO\\u0041D CSV FROM 'x' AS l RETURN l",
    "MATCH (n) \u017fET n.x = 1",
    "CALL apoc.load.json('http://x')",
    "CALL apoc . load . json('http://x')",
    "CALL `apoc`.`load`.`json`('http://x')",
    "CALL apoc/**/.cypher./* */run('CREATE (n)', {}) YIELD value RETURN value",
    "CALL `db.labels`()",
    "CALL db.labels.`x`",
    "CALL \u20ac.x YIELD y RETURN y",
    "CALL dbms.listConfig()",
    "CALL db.createLabel('x')",
    "CALL db.index.fulltext.createNodeIndex('x')",
    "MATCH (n) CALL apoc.refactor.rename.label('a', 'b') RETURN n",
    "RETURN apoc.load.json('http://x')",
    "RETURN apoc . load . json ('http://x')",
    "RETURN `apoc`.util/**/.md5(['x'])",
    "RETURN `apoc.load.json`('x')",
    "RETURN \u20ac.load('x')",
    "RETURN genai.vector.encode('x', 'OpenAI', {})",
    "RETURN ai.text.embed('x')",
    "MATCH (n) WHERE apoc.cypher.runFirstColumnSingle('CREATE (n)', {}) RETURN n",
    "MATCH (n) CALL (n) { RETURN 1 AS x } IN TRANSACTIONS OF 10 ROWS RETURN n",
    "MATCH (n) RETURN n; CREATE (m)",
    "USE system SHOW USERS",
    "SHOW USERS",
    "SHOW SETTINGS",
    "SHOW TRANSACTIONS",
    "TERMINATE TRANSACTION 'x'",
    "ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'b'",
    "DROP INDEX x",
    "GRANT ROLE a TO b",
    "START DATABASE neo4j",
    "STOP DATABASE neo4j",
    "DRYRUN GRANT ROLE a TO b",
    "RETURN '" + "x" * 100_000 + "'",
]


@pytest.mark.parametrize("text", READING)
def test_what_reads_the_graph_is_let_through(text: str) -> None:
    check_read_only(text)


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:60])
def test_what_might_do_more_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(UsageError) as refused:
        check_read_only(text)
    assert str(refused.value).endswith(".")


def test_the_queries_of_the_platform_are_judged_by_what_they_do() -> None:
    """Each query that writes is refused, each that people run is not."""
    for name in query_names():
        writes = name.split("_")[0] in ("write", "delete", "record", "mark", "move", "update")
        if writes:
            with pytest.raises(UsageError):
                check_read_only(load_query(name).text)
        elif name.startswith(("list_", "fetch_")):
            check_read_only(load_query(name).text)
