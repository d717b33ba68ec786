// purpose: show the platform's indexes in this database that no constraint owns, and what else has their names
// group: Graph
// returns: name: string, kind: string, labels: list<string>, properties: list<string>, state: string - ONLINE when it answers, config: map - analyzer, dimensions and the like
SHOW INDEXES YIELD name, type, labelsOrTypes, properties, state, options, owningConstraint
WHERE type <> 'LOOKUP' AND owningConstraint IS NULL
  AND (name STARTS WITH 'kgplatform_' OR any(label IN labelsOrTypes WHERE label STARTS WITH '__KGPlatform'))
RETURN name, type AS kind, labelsOrTypes AS labels, properties, state, options.indexConfig AS config
ORDER BY name
