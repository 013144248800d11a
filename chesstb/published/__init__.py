"""What the sources published: compared with what is computed, and traced to the rule that made it."""
