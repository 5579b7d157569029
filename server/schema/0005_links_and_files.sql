-- Links to rows of other boards and pages, and files in cells. Cells hold the ids; what is here is derived from them in
-- the transaction that stores them, for the ways that cells don't lead: which rows link here, where a file is in use.

-- ── links ────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE row_links (
  workspace_id  uuid NOT NULL,
  column_id     uuid NOT NULL,
  row_id        uuid NOT NULL,
  target_row_id uuid NOT NULL,
  PRIMARY KEY (workspace_id, column_id, row_id, target_row_id),
  FOREIGN KEY (workspace_id, column_id) REFERENCES columns (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, row_id) REFERENCES rows (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, target_row_id) REFERENCES rows (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX row_links_by_target ON row_links (workspace_id, target_row_id, column_id);
CREATE INDEX row_links_by_row ON row_links (workspace_id, row_id);

-- ── files ────────────────────────────────────────────────────────────────────────────────────────

-- What an uploaded file is and whose; its bytes are in the file store, under `store_key`.
CREATE TABLE files (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  id           uuid NOT NULL,
  store_key    text NOT NULL,
  name         text NOT NULL,
  type         text NOT NULL,
  size         bigint NOT NULL,
  sha256       text NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  created_by   text NOT NULL,
  loose_since  timestamptz NOT NULL DEFAULT now(),  -- when a cell last let go of it, or its upload
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX files_by_age ON files (workspace_id, loose_since);

CREATE TABLE file_uses (
  workspace_id uuid NOT NULL,
  column_id    uuid NOT NULL,
  row_id       uuid NOT NULL,
  file_id      uuid NOT NULL,
  PRIMARY KEY (workspace_id, column_id, row_id, file_id),
  FOREIGN KEY (workspace_id, column_id) REFERENCES columns (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, row_id) REFERENCES rows (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, file_id) REFERENCES files (workspace_id, id)
);
CREATE INDEX file_uses_by_file ON file_uses (workspace_id, file_id);
CREATE INDEX file_uses_by_row ON file_uses (workspace_id, row_id);

-- ── who may touch what ───────────────────────────────────────────────────────────────────────────

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['row_links', 'files', 'file_uses']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (workspace_id = (SELECT current_workspace()))', t);
  END LOOP;
END $$;

GRANT SELECT, INSERT, DELETE ON row_links, file_uses TO sourcebook_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON files TO sourcebook_app;
