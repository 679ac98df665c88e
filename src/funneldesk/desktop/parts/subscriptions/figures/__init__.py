"""Recurring revenue, churn, cohorts and refused charges, beside the subscriptions."""
