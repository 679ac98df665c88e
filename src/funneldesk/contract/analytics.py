"""Analytics on the wire: metrics, groupings, reports (document: Endpoints, Analytics)."""
