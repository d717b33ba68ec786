// Search by words. Passages are English prose, hence stems and stop words; names are not, and are
// found without their accents.

CREATE FULLTEXT INDEX passage_text IF NOT EXISTS FOR (p:Passage) ON EACH [p.title, p.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};

CREATE FULLTEXT INDEX entity_names IF NOT EXISTS FOR (e:Entity) ON EACH [e.name, e.aliases]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}};
