// purpose: show the platform's constraints in this database, and what else has their names
// group: Graph
// returns: name: string, kind: string, labels: list<string>, properties: list<string>
SHOW CONSTRAINTS YIELD name, type, labelsOrTypes, properties
WHERE name STARTS WITH 'kgplatform_' OR any(label IN labelsOrTypes WHERE label STARTS WITH '__KGPlatform')
RETURN name, type AS kind, labelsOrTypes AS labels, properties
ORDER BY name
