// purpose: the passages of reasoning paths, with what an agent reads of them
// params: $ids: list<string> - passage ids
// returns: id: string, title: string, text: string, embedding: list<float>
UNWIND $ids AS id
MATCH (p:__KGPlatformPassage__ {id: id})
RETURN p.id AS id, coalesce(p.title, '') AS title, p.text AS text, head([(p)-[:HAS_EMBEDDING]->(e:__KGPlatformPassageEmbedding__) | e.vector]) AS embedding
