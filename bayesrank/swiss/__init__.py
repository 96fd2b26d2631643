"""Swiss tournaments of models: expected wins, and how fragile they are when the weakest are eliminated."""
