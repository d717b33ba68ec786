// purpose: HOLMES's level-order traversal, four levels from some entities: the plain statements that an entity of the frontier takes part in; their other ends are the next frontier, the least connected first, hubs not followed; of too many statements those with the lowest ids are taken, which are the same ones whenever the graph was made, of a level the first of each entity, then the second, so that one with many starves no other; names that resolution joined are walked as one; within some documents it is their statements that are looked through, so that a hub costs nothing and is followed
// params: $entities: list<string> - ids where the walk begins, $documents: list<string> or null - ids of the only documents whose statements count; null: all, $qualifiers: boolean - whether what a qualifier names takes part too, $levels: integer - how many of the four are walked, $hub: integer - statements beyond which an entity that was reached is not followed where all documents count, $per_entity: integer - most statements an entity, $per_level: integer - most statements a level, $per_frontier: integer - most entities followed at a level
// returns: ids: list<string>, levels: list<integer> (from 1), relations: list<string> (canonical), subjects: list<string>, objects: list<string> (types of both ends, datatypes of literals); one row, in the order of the walk
// Degrees are read from what Neo4j keeps of each node, a hundred times faster than by looking at the other
// ends, where all such relationships of the database are ours; else only ours are counted.
CALL () { MATCH ()-[m:SUBJECT]->() RETURN count(m) AS every_subject }
CALL () { MATCH (:__KGPlatformStatement__)-[m:SUBJECT]->() RETURN count(m) AS our_subjects }
CALL () { MATCH ()-[m:OBJECT]->() RETURN count(m) AS every_object }
CALL () { MATCH (:__KGPlatformStatement__)-[m:OBJECT]->() RETURN count(m) AS our_objects }
WITH every_subject > our_subjects OR every_object > our_objects AS shared
CALL () {
  UNWIND $documents AS id
  MATCH (:__KGPlatformDocument__ {id: id})<-[:PART_OF]-(:__KGPlatformPassage__)<-[:STATED_IN]-(s:__KGPlatformStatement__) WHERE s.isPlain
  RETURN collect(DISTINCT s) AS inside
}
CALL () {
  UNWIND $entities AS id
  MATCH (e:__KGPlatformEntity__ {id: id})
  RETURN collect(DISTINCT e) AS f1
}
CALL (f1, inside) {
  UNWIND f1 AS thing
  UNWIND [thing] + CASE WHEN thing:Resolved THEN COLLECT { MATCH (thing) ((:__KGPlatformEntity__)-[:SAME_AS]-(:__KGPlatformEntity__)){1,2} (other:__KGPlatformEntity__) RETURN other } ELSE [] END AS name
  WITH collect(name) AS names
  CALL (names, inside) {
    UNWIND CASE WHEN $documents IS NULL THEN names ELSE [] END AS e
    CALL (e) {
      MATCH (e)<-[part:SUBJECT|OBJECT|QUALIFIER]-(s:__KGPlatformStatement__)
      WHERE s.isPlain AND ($qualifiers OR type(part) <> 'QUALIFIER')
      WITH s ORDER BY s.id LIMIT $per_entity
      RETURN collect(s) AS own
    }
    UNWIND range(0, size(own) - 1) AS turn
    RETURN own[turn] AS s, turn
    UNION ALL
    UNWIND inside AS s
    MATCH (s)-[part:SUBJECT|OBJECT|QUALIFIER]->(e:__KGPlatformEntity__)
    WHERE e IN names AND ($qualifiers OR type(part) <> 'QUALIFIER')
    RETURN s, 0 AS turn
  }
  WITH s, min(turn) AS turn ORDER BY turn, s.id LIMIT $per_level
  RETURN collect(s) AS s1
}
CALL (s1, f1, shared) {
  UNWIND CASE WHEN $levels >= 2 THEN s1 ELSE [] END AS s
  MATCH (s)-[part:SUBJECT|OBJECT|QUALIFIER]->(e:__KGPlatformEntity__)
  WHERE $qualifiers OR type(part) <> 'QUALIFIER'
  WITH DISTINCT e, shared WHERE NOT e IN f1
  WITH e, CASE WHEN shared THEN COUNT { (e)<-[:SUBJECT|OBJECT]-(:__KGPlatformStatement__) } ELSE COUNT { (e)<-[:SUBJECT|OBJECT]-() } END AS degree
  WHERE degree <= $hub OR $documents IS NOT NULL
  ORDER BY degree, e.id LIMIT $per_frontier
  RETURN collect(e) AS f2
}
CALL (f2, s1, inside) {
  UNWIND f2 AS thing
  UNWIND [thing] + CASE WHEN thing:Resolved THEN COLLECT { MATCH (thing) ((:__KGPlatformEntity__)-[:SAME_AS]-(:__KGPlatformEntity__)){1,2} (other:__KGPlatformEntity__) RETURN other } ELSE [] END AS name
  WITH collect(name) AS names
  CALL (names, inside) {
    UNWIND CASE WHEN $documents IS NULL THEN names ELSE [] END AS e
    CALL (e) {
      MATCH (e)<-[part:SUBJECT|OBJECT|QUALIFIER]-(s:__KGPlatformStatement__)
      WHERE s.isPlain AND ($qualifiers OR type(part) <> 'QUALIFIER')
      WITH s ORDER BY s.id LIMIT $per_entity
      RETURN collect(s) AS own
    }
    UNWIND range(0, size(own) - 1) AS turn
    RETURN own[turn] AS s, turn
    UNION ALL
    UNWIND inside AS s
    MATCH (s)-[part:SUBJECT|OBJECT|QUALIFIER]->(e:__KGPlatformEntity__)
    WHERE e IN names AND ($qualifiers OR type(part) <> 'QUALIFIER')
    RETURN s, 0 AS turn
  }
  WITH s, min(turn) AS turn WHERE NOT s IN s1
  WITH s ORDER BY turn, s.id LIMIT $per_level
  RETURN collect(s) AS s2
}
CALL (s2, f2, shared) {
  UNWIND CASE WHEN $levels >= 3 THEN s2 ELSE [] END AS s
  MATCH (s)-[part:SUBJECT|OBJECT|QUALIFIER]->(e:__KGPlatformEntity__)
  WHERE $qualifiers OR type(part) <> 'QUALIFIER'
  WITH DISTINCT e, shared WHERE NOT e IN f2
  WITH e, CASE WHEN shared THEN COUNT { (e)<-[:SUBJECT|OBJECT]-(:__KGPlatformStatement__) } ELSE COUNT { (e)<-[:SUBJECT|OBJECT]-() } END AS degree
  WHERE degree <= $hub OR $documents IS NOT NULL
  ORDER BY degree, e.id LIMIT $per_frontier
  RETURN collect(e) AS f3
}
CALL (f3, s1, s2, inside) {
  UNWIND f3 AS thing
  UNWIND [thing] + CASE WHEN thing:Resolved THEN COLLECT { MATCH (thing) ((:__KGPlatformEntity__)-[:SAME_AS]-(:__KGPlatformEntity__)){1,2} (other:__KGPlatformEntity__) RETURN other } ELSE [] END AS name
  WITH collect(name) AS names
  CALL (names, inside) {
    UNWIND CASE WHEN $documents IS NULL THEN names ELSE [] END AS e
    CALL (e) {
      MATCH (e)<-[part:SUBJECT|OBJECT|QUALIFIER]-(s:__KGPlatformStatement__)
      WHERE s.isPlain AND ($qualifiers OR type(part) <> 'QUALIFIER')
      WITH s ORDER BY s.id LIMIT $per_entity
      RETURN collect(s) AS own
    }
    UNWIND range(0, size(own) - 1) AS turn
    RETURN own[turn] AS s, turn
    UNION ALL
    UNWIND inside AS s
    MATCH (s)-[part:SUBJECT|OBJECT|QUALIFIER]->(e:__KGPlatformEntity__)
    WHERE e IN names AND ($qualifiers OR type(part) <> 'QUALIFIER')
    RETURN s, 0 AS turn
  }
  WITH s, min(turn) AS turn WHERE NOT s IN s1 AND NOT s IN s2
  WITH s ORDER BY turn, s.id LIMIT $per_level
  RETURN collect(s) AS s3
}
CALL (s3, f3, shared) {
  UNWIND CASE WHEN $levels >= 4 THEN s3 ELSE [] END AS s
  MATCH (s)-[part:SUBJECT|OBJECT|QUALIFIER]->(e:__KGPlatformEntity__)
  WHERE $qualifiers OR type(part) <> 'QUALIFIER'
  WITH DISTINCT e, shared WHERE NOT e IN f3
  WITH e, CASE WHEN shared THEN COUNT { (e)<-[:SUBJECT|OBJECT]-(:__KGPlatformStatement__) } ELSE COUNT { (e)<-[:SUBJECT|OBJECT]-() } END AS degree
  WHERE degree <= $hub OR $documents IS NOT NULL
  ORDER BY degree, e.id LIMIT $per_frontier
  RETURN collect(e) AS f4
}
CALL (f4, s1, s2, s3, inside) {
  UNWIND f4 AS thing
  UNWIND [thing] + CASE WHEN thing:Resolved THEN COLLECT { MATCH (thing) ((:__KGPlatformEntity__)-[:SAME_AS]-(:__KGPlatformEntity__)){1,2} (other:__KGPlatformEntity__) RETURN other } ELSE [] END AS name
  WITH collect(name) AS names
  CALL (names, inside) {
    UNWIND CASE WHEN $documents IS NULL THEN names ELSE [] END AS e
    CALL (e) {
      MATCH (e)<-[part:SUBJECT|OBJECT|QUALIFIER]-(s:__KGPlatformStatement__)
      WHERE s.isPlain AND ($qualifiers OR type(part) <> 'QUALIFIER')
      WITH s ORDER BY s.id LIMIT $per_entity
      RETURN collect(s) AS own
    }
    UNWIND range(0, size(own) - 1) AS turn
    RETURN own[turn] AS s, turn
    UNION ALL
    UNWIND inside AS s
    MATCH (s)-[part:SUBJECT|OBJECT|QUALIFIER]->(e:__KGPlatformEntity__)
    WHERE e IN names AND ($qualifiers OR type(part) <> 'QUALIFIER')
    RETURN s, 0 AS turn
  }
  WITH s, min(turn) AS turn WHERE NOT s IN s1 AND NOT s IN s2 AND NOT s IN s3
  WITH s ORDER BY turn, s.id LIMIT $per_level
  RETURN collect(s) AS s4
}
UNWIND [[1, s1], [2, s2], [3, s3], [4, s4]] AS level
UNWIND level[1] AS s
MATCH (s)-[:SUBJECT]->(subject:__KGPlatformEntity__|__KGPlatformPhrase__)
MATCH (s)-[:OBJECT]->(object:__KGPlatformEntity__|__KGPlatformPhrase__|__KGPlatformLiteral__)
RETURN collect(s.id) AS ids, collect(level[0]) AS levels, collect(s.canonical) AS relations,
       collect(coalesce(subject.type, 'Thing')) AS subjects,
       collect(coalesce(object.type, object.datatype, 'Thing')) AS objects
