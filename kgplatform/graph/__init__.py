"""The only room that speaks Bolt: connection, local server, migrations, named queries, writer."""
