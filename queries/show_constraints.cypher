// purpose: show the constraints of this database
// returns: name: string, kind: string, labels: list<string>, properties: list<string>
SHOW CONSTRAINTS YIELD name, type, labelsOrTypes, properties
RETURN name, type AS kind, labelsOrTypes AS labels, properties
ORDER BY name
