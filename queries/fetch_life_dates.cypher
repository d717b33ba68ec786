// purpose: when entities were born and died as their plain statements say, to separate namesakes
// params: $ids: list<string> - entity ids
// returns: id: string, relation: string - begins with born, birth, died or death, values: list<string> - dates as written
UNWIND $ids AS id
MATCH (e:__KGPlatformEntity__ {id: id})<-[:SUBJECT]-(s:__KGPlatformStatement__)
WHERE s.isPlain
  AND (s.relation STARTS WITH 'born' OR s.relation STARTS WITH 'birth'
       OR s.relation STARTS WITH 'died' OR s.relation STARTS WITH 'death'
       OR s.relation IN ['date of birth', 'date of death', 'place of birth', 'place of death'])
MATCH (s)-[:OBJECT|QUALIFIER]->(l:__KGPlatformLiteral__ {datatype: 'date'})
RETURN id, replace(replace(s.relation, 'date of ', ''), 'place of ', '') AS relation,
       collect(DISTINCT l.value) AS values
