// Search by words in other languages: each has an index with its own analyzer (stems, stop words)
// over the passages of its documents. The index of all passages, which is analysed as English, holds
// these too. Passages get the label of their language as they are written.

CREATE FULLTEXT INDEX kgplatform_passage_text_de IF NOT EXISTS FOR (p:__KGPlatformPassage_de__) ON EACH [p.title, p.heading, p.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'german'}};

CREATE FULLTEXT INDEX kgplatform_passage_text_es IF NOT EXISTS FOR (p:__KGPlatformPassage_es__) ON EACH [p.title, p.heading, p.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'spanish'}};

CREATE FULLTEXT INDEX kgplatform_passage_text_fr IF NOT EXISTS FOR (p:__KGPlatformPassage_fr__) ON EACH [p.title, p.heading, p.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'french'}};

CREATE FULLTEXT INDEX kgplatform_passage_text_it IF NOT EXISTS FOR (p:__KGPlatformPassage_it__) ON EACH [p.title, p.heading, p.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'italian'}};

CREATE FULLTEXT INDEX kgplatform_passage_text_nl IF NOT EXISTS FOR (p:__KGPlatformPassage_nl__) ON EACH [p.title, p.heading, p.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'dutch'}};

CREATE FULLTEXT INDEX kgplatform_passage_text_pt IF NOT EXISTS FOR (p:__KGPlatformPassage_pt__) ON EACH [p.title, p.heading, p.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'portuguese'}};

CREATE FULLTEXT INDEX kgplatform_passage_text_ru IF NOT EXISTS FOR (p:__KGPlatformPassage_ru__) ON EACH [p.title, p.heading, p.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'russian'}};
