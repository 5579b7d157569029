-- Work on rows that are there: the trash, history in its exact order, comments, and columns that change their type.

-- ── the trash ────────────────────────────────────────────────────────────────────────────────────

-- The run whose undo put a row there, so that its redo takes back these rows and no others.
ALTER TABLE rows ADD deleted_by text, ADD deleted_run_id uuid;
-- By age, for what goes for good; by place, for who looks into the trash of a big board.
CREATE INDEX rows_in_trash ON rows (workspace_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX rows_in_trash_by_position ON rows (workspace_id, definition_id, position)
  WHERE deleted_at IS NOT NULL;
ALTER TABLE columns ADD deleted_by text;

-- ── history ──────────────────────────────────────────────────────────────────────────────────────

-- The row's version after the change: entries of a row are ordered by it, which no clock could do. Entries that were
-- written before this column have none, and come first.
ALTER TABLE row_history ADD version integer;

-- Ids of entries that are written by a SELECT, many at once: UUIDv7, as the service makes them.
CREATE FUNCTION new_id() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
    52, 1), 53, 1), 'hex')::uuid;

-- ── comments ─────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE comments (
  workspace_id uuid NOT NULL,
  row_id       uuid NOT NULL,
  id           uuid NOT NULL,
  body         text NOT NULL,
  mentions     integer[] NOT NULL DEFAULT '{}',  -- crmUserIds
  created_by   text NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, row_id, id),
  FOREIGN KEY (workspace_id, row_id) REFERENCES rows (workspace_id, id) ON DELETE CASCADE
);

-- ── columns that changed their type ──────────────────────────────────────────────────────────────

-- A slot has one type for ever, so a column that changes its type moves to a new one. The slots that it had before are
-- kept here: what history, events and receipts of then hold is the column's, under the column's policy.
CREATE TABLE column_slots (
  workspace_id  uuid NOT NULL,
  column_id     uuid NOT NULL,
  slot          integer NOT NULL,
  definition_id uuid NOT NULL,
  type          text NOT NULL,
  until         timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, column_id, slot),
  UNIQUE (workspace_id, definition_id, slot),
  FOREIGN KEY (workspace_id, column_id) REFERENCES columns (workspace_id, id)
);

-- ── who may touch what ───────────────────────────────────────────────────────────────────────────

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['comments', 'column_slots']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (workspace_id = (SELECT current_workspace()))', t);
  END LOOP;
END $$;

GRANT SELECT, INSERT, UPDATE, DELETE ON comments TO sourcebook_app;
GRANT SELECT, INSERT ON column_slots TO sourcebook_app;
