"""Board of CRM: the stages of a pipeline as columns, its entries as cards."""
