// Statements know whether they are plain facts, who says them and by which relation they are looked
// for; their parts have spans by name; literals are values that a program can compare. A graph of
// before gets what follows from what it holds; the rest comes when its documents are read again.

CREATE RANGE INDEX kgplatform_literal_from IF NOT EXISTS FOR (l:__KGPlatformLiteral__) ON (l.from);
CREATE RANGE INDEX kgplatform_literal_to IF NOT EXISTS FOR (l:__KGPlatformLiteral__) ON (l.to);
CREATE RANGE INDEX kgplatform_literal_number IF NOT EXISTS FOR (l:__KGPlatformLiteral__) ON (l.number);

MATCH (s:__KGPlatformStatement__) WHERE s.isPlain IS NULL
CALL (s) {
  SET s.canonical = s.relation, s.polarity = 'affirmed', s.modality = 'asserted', s.isPlain = true,
      s.name = s.relation
} IN TRANSACTIONS OF 10000 ROWS;

MATCH (s:__KGPlatformStatement__) WHERE NOT EXISTS { (s)-[:HAS_RELATION]->(:__KGPlatformRelationType__) }
CALL (s) {
  MERGE (t:__KGPlatformRelationType__ {name: s.canonical})
  ON CREATE SET t:RelationType
  MERGE (s)-[:HAS_RELATION]->(t)
} IN TRANSACTIONS OF 10000 ROWS;

// The flat list had start and end of subject, object and each qualifier. Which qualifier a span is
// of, its words tell; where they do not, its relation is left empty.
MATCH (s:__KGPlatformStatement__)-[stated:STATED_IN]->(p:__KGPlatformPassage__) WHERE stated.spans IS NOT NULL
CALL (s, stated, p) {
  WITH stated, stated.spans AS spans, p.text AS text,
       [(s)-[q:QUALIFIER]->(x:__KGPlatformEntity__|__KGPlatformLiteral__) |
         {relation: q.relation, names: [name IN coalesce(x.aliases, []) + coalesce(x.name, x.value) | toLower(name)]}] AS qualifiers
  WITH stated, spans, text, qualifiers, [at IN range(4, size(spans) - 2, 2) | spans[at]] AS starts,
       [at IN range(5, size(spans) - 1, 2) | spans[at]] AS ends
  WITH stated, spans, starts, ends,
       [i IN range(0, size(starts) - 1) |
         coalesce(head([q IN qualifiers WHERE size(qualifiers) = 1 OR toLower(substring(text, starts[i], ends[i] - starts[i])) IN q.names | q.relation]), '')] AS relations
  SET stated.subjectStart = spans[0], stated.subjectEnd = spans[1],
      stated.objectStart = spans[2], stated.objectEnd = spans[3],
      stated.qualifierRelations = CASE WHEN starts = [] THEN null ELSE relations END,
      stated.qualifierStarts = CASE WHEN starts = [] THEN null ELSE starts END,
      stated.qualifierEnds = CASE WHEN starts = [] THEN null ELSE ends END
  REMOVE stated.spans
} IN TRANSACTIONS OF 1000 ROWS;

// Tools that draw graphs caption a node by its name, where it has one.
MATCH (n:__KGPlatformQuestion__) WHERE n.name IS NULL
CALL (n) { SET n.name = n.text } IN TRANSACTIONS OF 10000 ROWS;

MATCH (n:__KGPlatformPassage__) WHERE n.name IS NULL
CALL (n) { SET n.name = substring(n.text, 0, 60) } IN TRANSACTIONS OF 10000 ROWS;

MATCH (n:__KGPlatformSection__) WHERE n.name IS NULL
CALL (n) { SET n.name = n.heading } IN TRANSACTIONS OF 10000 ROWS;

MATCH (n:__KGPlatformTable__) WHERE n.name IS NULL
CALL (n) { SET n.name = CASE WHEN coalesce(n.caption, '') = '' THEN 'Table ' + (n.index + 1) ELSE n.caption END } IN TRANSACTIONS OF 10000 ROWS;

MATCH (n:__KGPlatformPage__) WHERE n.name IS NULL
CALL (n) { SET n.name = 'Page ' + coalesce(n.label, n.number) } IN TRANSACTIONS OF 10000 ROWS;

MATCH (n:__KGPlatformLiteral__) WHERE n.name IS NULL
CALL (n) { SET n.name = n.value } IN TRANSACTIONS OF 10000 ROWS;
