// Search by words, in headings too: what stands under "Refunds > Europe" need not repeat it.

DROP INDEX passage_text IF EXISTS;

CREATE FULLTEXT INDEX passage_text IF NOT EXISTS FOR (p:Passage) ON EACH [p.title, p.heading, p.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};
