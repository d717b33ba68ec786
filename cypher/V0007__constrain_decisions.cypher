// What people decided about entities outlives the entities: a changed file may take one away and
// bring it back. The links SAME_AS, DIFFERENT_FROM and MAY_BE are made anew from decisions and names.

CREATE CONSTRAINT decision_id IF NOT EXISTS FOR (d:Decision) REQUIRE d.id IS UNIQUE;

// A sense of a name is found by the name.
CREATE RANGE INDEX entity_sense_of IF NOT EXISTS FOR (e:Entity) ON (e.senseOf);
