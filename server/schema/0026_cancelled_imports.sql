-- A running import says how long it will still take, and can be cancelled: what it has written is then undone.

ALTER TABLE import_runs
  ADD COLUMN started_at   timestamptz,  -- when a worker first took it
  -- Somebody cancelled it. It stays `running` until its rows are in the trash.
  ADD COLUMN cancelled_at timestamptz,
  ADD COLUMN cancelled_by integer,
  DROP CONSTRAINT import_runs_status_check,
  ADD CONSTRAINT import_runs_status_check
    CHECK (status IN ('running', 'completed', 'partial', 'failed', 'cancelled')),
  ADD CONSTRAINT import_runs_cancelled_check CHECK ((cancelled_at IS NULL) = (cancelled_by IS NULL));
