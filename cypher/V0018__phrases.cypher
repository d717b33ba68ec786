// Words that a fact is about and that name nothing ("the deal", "we") are a kind of their own. In
// graphs of before they are entities of unknown type with the id that such words have in their
// document; a step after this file finds them.
// params: $kinds: list<string> - labels that people read

UNWIND $kinds AS kind CALL db.createLabel(kind);

CREATE CONSTRAINT kgplatform_phrase_id IF NOT EXISTS FOR (p:__KGPlatformPhrase__) REQUIRE p.id IS UNIQUE;
