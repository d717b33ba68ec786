"""The platform for agents, over the Model Context Protocol: tools that read and quote."""
