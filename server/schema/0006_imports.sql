-- Imports: files that are read in the background, imports that others did and recorded, batches of keys; each a run that
-- can be undone.

CREATE TABLE import_runs (
  workspace_id   uuid NOT NULL,
  id             uuid NOT NULL,
  definition_id  uuid NOT NULL,
  actor_user_id  integer,                 -- null for a key's batch
  created_at     timestamptz NOT NULL DEFAULT now(),
  created_by     text NOT NULL,           -- user:<crmUserId> or key:<keyId>
  finished_at    timestamptz,             -- null while it works
  file_name      text,
  status         text NOT NULL CHECK (status IN ('running', 'completed', 'partial', 'failed')),
  total          bigint NOT NULL,
  imported       bigint NOT NULL,
  failed         bigint NOT NULL,
  error          text,
  result_count   bigint NOT NULL,         -- of ids in import_results
  standing       bigint NOT NULL,         -- rows that are stamped with the run and not in the trash
  first_position bigint,                  -- the rows that it stamped stand between these
  last_position  bigint,
  undone_at      timestamptz,
  undone_by      integer,
  undone_count   bigint,
  kept_count     bigint,
  file           jsonb,                   -- of a file: where it is kept, how to read it, its columns' ids by place
  -- How far the work is, and whose it is. A worker holds a run by its token until its lease lapses; every block that it
  -- writes is guarded by the token, so that one that lost its lease writes nothing more.
  lines_done     bigint NOT NULL DEFAULT 0,
  progressed_at  timestamptz NOT NULL DEFAULT now(),
  claimed_by     uuid,
  lease_until    timestamptz,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions (workspace_id, id),
  CHECK ((status = 'running') = (finished_at IS NULL)),
  CHECK (imported >= 0 AND failed >= 0 AND standing >= 0 AND imported + failed <= total)
);
CREATE INDEX import_runs_by_definition ON import_runs (workspace_id, definition_id, id);
CREATE INDEX import_runs_at_work ON import_runs (workspace_id, id) WHERE status = 'running';

-- The ids of what a run wrote, by the block that it was written in: those it stamped, and the others.
CREATE TABLE import_results (
  workspace_id uuid NOT NULL,
  run_id       uuid NOT NULL,
  block        integer NOT NULL,
  stamped      uuid[] NOT NULL,
  others       uuid[] NOT NULL,
  PRIMARY KEY (workspace_id, run_id, block),
  FOREIGN KEY (workspace_id, run_id) REFERENCES import_runs (workspace_id, id)
);

-- The rows of files that were refused: as they were, by place, and why, by column.
CREATE TABLE import_failures (
  workspace_id uuid NOT NULL,
  run_id       uuid NOT NULL,
  line         bigint NOT NULL,
  cells        jsonb NOT NULL,            -- [text, …]
  errors       jsonb NOT NULL,            -- [{column: id or null, message}, …]
  PRIMARY KEY (workspace_id, run_id, line),
  FOREIGN KEY (workspace_id, run_id) REFERENCES import_runs (workspace_id, id)
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['import_runs', 'import_results', 'import_failures']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (workspace_id = (SELECT current_workspace()))', t);
  END LOOP;
END $$;

GRANT SELECT, INSERT, UPDATE ON import_runs TO sourcebook_app;
GRANT SELECT, INSERT ON import_results, import_failures TO sourcebook_app;
