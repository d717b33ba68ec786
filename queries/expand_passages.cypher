// purpose: the passages and entities around some passages, one level out, for a walk in memory; documents about an entity come first, of many passages those that begin them; an entity gives only some of the passages that name it, the same ones whenever the graph was made, and a hub none where all documents count; names that resolution joined are one entity, the canonical one; a document without a title of which no definition tells what it is about is about what it opens with; where relations are asked for, which entities the plain statements of a passage are about, and by which canonical relations; within some documents no other passage is reached, but degrees and total are of the whole graph
// params: $found: list<string> - passage ids, all of them returned, $seeds: integer - how many of these, from the first, are expanded, $vector: vector - of the question, $entities: list<string> - ids, expanded too, $documents: list<string> or null - ids of the only documents to walk in; null: all, $per_entity: integer - passages followed from an entity, $hub: integer - passages naming an entity beyond which they are not reached by it where all documents count, $max_reached: integer - passages reached, beside those found, $opening: integer - characters before a name with which a document opens, $asks_relations: boolean - whether statements are looked at
// returns: total: integer (passages in the graph), passage_ids: list<string>, texts: list<string>, titles: list<string>, cosines: list<float> (-1..1, of the passages reached, which come last), passages: list<integer>, entity_ids: list<string>, entity_names: list<string>, entities: list<integer>, degrees: list<integer>, mention_passages: list<integer>, mention_entities: list<integer>, mention_starts: list<integer> (offset in the text), title_passages: list<integer>, title_entities: list<integer>, stated_passages: list<integer>, stated_entities: list<integer>, stated_relations: list<string>; one row, the integers are good inside it only
// Degrees are read from what Neo4j keeps of each node, a hundred times faster than by looking at the other
// ends, where all such relationships of the database are ours; else only ours are counted.
CALL () { MATCH ()-[m:MENTIONS]->() RETURN count(m) AS every_mention }
CALL () { MATCH (:__KGPlatformPassage__)-[m:MENTIONS]->() RETURN count(m) AS our_mentions }
CALL () { MATCH (every:__KGPlatformPassage__) RETURN count(every) AS total }
WITH total, every_mention > our_mentions AS shared
CALL () {
  UNWIND $documents AS id
  MATCH (:__KGPlatformDocument__ {id: id})<-[:PART_OF]-(p:__KGPlatformPassage__)
  RETURN collect(id(p)) AS inside
}
CALL () {
  UNWIND $found AS id
  MATCH (p:__KGPlatformPassage__ {id: id})
  RETURN collect(p) AS found
}
CALL () {
  UNWIND $entities AS id
  MATCH (e:__KGPlatformEntity__ {id: id})
  RETURN collect(e) AS e0
}
CALL (found, e0) {
  WITH found[..$seeds] AS p0, e0
  CALL (p0, e0) {
    UNWIND e0 AS e RETURN e
    UNION
    UNWIND p0 AS p MATCH (p)-[:MENTIONS]->(e:__KGPlatformEntity__) RETURN e
    UNION
    UNWIND p0 AS p MATCH (p)-[:PART_OF]->(:__KGPlatformDocument__)-[:ABOUT]->(e:__KGPlatformEntity__) RETURN e
  }
  WITH collect(e) AS names
  CALL (names) {
    UNWIND names AS e RETURN e
    UNION
    UNWIND [name IN names WHERE name:Resolved] AS name
    MATCH (name) ((:__KGPlatformEntity__)-[:SAME_AS]-(:__KGPlatformEntity__)){1,2} (e:__KGPlatformEntity__) RETURN e
  }
  RETURN collect(e) AS e1
}
CALL (inside, found, e1, shared) {
  CALL (inside, e1, shared) {
    UNWIND e1 AS e
    CALL (inside, e) {
      MATCH (e)<-[:ABOUT]-(:__KGPlatformDocument__)<-[:PART_OF]-(p:__KGPlatformPassage__) WHERE $documents IS NULL OR id(p) IN inside
      RETURN p ORDER BY p.index, p.id LIMIT $per_entity
    }
    RETURN p, 0 AS distance
    UNION ALL
    UNWIND e1 AS e
    WITH e, CASE WHEN shared THEN COUNT { (e)<-[:MENTIONS]-(:__KGPlatformPassage__) } ELSE COUNT { (e)<-[:MENTIONS]-() } END AS degree
    WHERE degree <= $hub OR $documents IS NOT NULL
    CALL (inside, e) {
      MATCH (e)<-[:MENTIONS]-(p:__KGPlatformPassage__) WHERE $documents IS NULL OR id(p) IN inside
      RETURN p ORDER BY p.id LIMIT $per_entity
    }
    RETURN p, degree AS distance
  }
  WITH found, p, min(distance) AS distance
  WHERE NOT p IN found
  ORDER BY distance, p.id LIMIT $max_reached
  RETURN collect(p) AS p1
}
WITH total, shared, p1, found + p1 AS ps
CALL (ps) {
  UNWIND ps AS p
  MATCH (p)-[m:MENTIONS]->(name:__KGPlatformEntity__)
  WITH p, coalesce(m.start, 0) AS start, CASE WHEN name:Resolved THEN coalesce(head([(name)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), name) ELSE name END AS e
  RETURN collect(id(p)) AS mention_passages, collect(id(e)) AS mention_entities, collect(start) AS mention_starts,
         collect(DISTINCT e) AS mentioned
}
CALL (ps) {
  UNWIND ps AS p
  CALL (p) {
    MATCH (p)-[:PART_OF]->(:__KGPlatformDocument__)-[:ABOUT]->(name:__KGPlatformEntity__)
    RETURN name
    UNION
    WITH p WHERE p.index = 0 AND coalesce(p.title, '') = '' AND NOT EXISTS { (p)-[:PART_OF]->(:__KGPlatformDocument__)-[:ABOUT]->(:__KGPlatformEntity__) }
    MATCH (p)-[m:MENTIONS]->(name:__KGPlatformEntity__) WHERE m.start <= $opening
    RETURN name
  }
  WITH p, CASE WHEN name:Resolved THEN coalesce(head([(name)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), name) ELSE name END AS e
  RETURN collect(id(p)) AS title_passages, collect(id(e)) AS title_entities,
         collect(DISTINCT e) AS titled
}
CALL (ps) {
  UNWIND CASE WHEN $asks_relations THEN ps ELSE [] END AS p
  MATCH (p)<-[:STATED_IN]-(s:__KGPlatformStatement__)-[:SUBJECT|OBJECT]->(name:__KGPlatformEntity__) WHERE s.isPlain
  WITH p, s.canonical AS relation, CASE WHEN name:Resolved THEN coalesce(head([(name)-[:SAME_AS]->(c:__KGPlatformEntity__) | c]), name) ELSE name END AS e
  RETURN collect(id(p)) AS stated_passages, collect(id(e)) AS stated_entities, collect(relation) AS stated_relations
}
CALL (mentioned, titled, shared) {
  UNWIND mentioned + titled AS e
  WITH DISTINCT e, shared ORDER BY e.id
  RETURN collect(e.id) AS entity_ids, collect(coalesce(e.name, '')) AS entity_names, collect(id(e)) AS entities,
         collect(CASE WHEN shared THEN COUNT { (e)<-[:MENTIONS]-(:__KGPlatformPassage__) } ELSE COUNT { (e)<-[:MENTIONS]-() } END
                 + CASE WHEN e:Resolved THEN reduce(n = 0, d IN [(e)<-[:SAME_AS]-(m:__KGPlatformEntity__) | CASE WHEN shared THEN COUNT { (m)<-[:MENTIONS]-(:__KGPlatformPassage__) } ELSE COUNT { (m)<-[:MENTIONS]-() } END] | n + d) ELSE 0 END) AS degrees
}
RETURN total, [p IN ps | p.id] AS passage_ids,
       [p IN ps | p.text] AS texts, [p IN ps | coalesce(p.title, '')] AS titles,
       [p IN p1 | coalesce(2 * vector.similarity.cosine(head([(p)-[:HAS_EMBEDDING]->(v:__KGPlatformPassageEmbedding__) | v.vector]), $vector) - 1, -1.0)] AS cosines,
       [p IN ps | id(p)] AS passages,
       entity_ids, entity_names, entities, degrees,
       mention_passages, mention_entities, mention_starts, title_passages, title_entities,
       stated_passages, stated_entities, stated_relations
