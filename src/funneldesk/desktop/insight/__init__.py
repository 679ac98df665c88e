"""Analytics as every section uses them: ranges, metrics, questions, what was read, charts."""
