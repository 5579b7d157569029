-- A running import says how long it will still take, and can be cancelled: what it has written is then undone. Its mapping is
-- remembered, and so is its treatment of values, without the corrections.

ALTER TABLE import_runs
  ADD COLUMN started_at   timestamptz,  -- when a worker first took it
  -- Somebody cancelled it. It stays `running` until its rows are in the trash.
  ADD COLUMN cancelled_at timestamptz,
  ADD COLUMN cancelled_by integer,
  -- Of a file: a hash of its headers in any order, by which the next file with the same headers finds how this was mapped.
  ADD COLUMN header_key   text,
  -- Where the rows are that its links made on other boards, by the board's id: the first and last position.
  ADD COLUMN linked       jsonb NOT NULL DEFAULT '{}',
  DROP CONSTRAINT import_runs_status_check,
  ADD CONSTRAINT import_runs_status_check
    CHECK (status IN ('running', 'completed', 'partial', 'failed', 'cancelled')),
  ADD CONSTRAINT import_runs_cancelled_check CHECK ((cancelled_at IS NULL) = (cancelled_by IS NULL));
CREATE INDEX import_runs_by_header ON import_runs (workspace_id, definition_id, header_key, id)
  WHERE header_key IS NOT NULL;
