-- Whether a run counts for a pattern already is looked up by the run, whatever id its occurrence has.
create index issue_occurrences_run on issue_occurrences (tenant_id, run_id) where run_id is not null;
