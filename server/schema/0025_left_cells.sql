-- An import can leave a cell empty whose value does not fit, instead of refusing its row.

-- How a run that is not finished treats values: what a bad value does, what values mean, and corrections. Runs of older
-- versions have none.
ALTER TABLE import_runs
  ADD COLUMN treatment jsonb,
  ADD COLUMN left_empty bigint NOT NULL DEFAULT 0 CHECK (left_empty >= 0);

-- Whether the row was imported; `errors` then says which of its cells were left empty.
ALTER TABLE import_failures ADD COLUMN imported boolean NOT NULL DEFAULT false;
CREATE INDEX import_failures_by_outcome ON import_failures (workspace_id, run_id, imported, line);
