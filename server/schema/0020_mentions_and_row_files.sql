-- Whom comments mention, and files of rows beside those in cells.

-- ── mentions ─────────────────────────────────────────────────────────────────────────────────────

-- By person: what `comments.mentions` has, and whether the person has read it.
CREATE TABLE comment_mentions (
  workspace_id uuid NOT NULL,
  crm_user_id  integer NOT NULL,
  comment_id   uuid NOT NULL,
  row_id       uuid NOT NULL,
  read_at      timestamptz,
  PRIMARY KEY (workspace_id, crm_user_id, comment_id),
  FOREIGN KEY (workspace_id, row_id, comment_id) REFERENCES comments (workspace_id, row_id, id) ON DELETE CASCADE
);
CREATE INDEX comment_mentions_by_comment ON comment_mentions (workspace_id, row_id, comment_id);
CREATE INDEX comment_mentions_unread ON comment_mentions (workspace_id, crm_user_id, comment_id)
  WHERE read_at IS NULL;

ALTER TABLE comment_mentions ENABLE ROW LEVEL SECURITY;
ALTER TABLE comment_mentions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON comment_mentions USING (workspace_id = (SELECT current_workspace()));
GRANT SELECT, INSERT, UPDATE, DELETE ON comment_mentions TO sourcebook_app;

-- Those of comments that are there already count as read, workspace by workspace, because row-level security may bind the
-- owner too. A restore turns it off, which would refuse such an owner.
DO $$
DECLARE
  workspace uuid;
  security text := current_setting('row_security');
BEGIN
  PERFORM set_config('row_security', 'on', true);
  PERFORM set_config('app.all_workspaces', 'on', true);
  FOR workspace IN SELECT id FROM workspaces LOOP
    PERFORM set_config('app.workspace_id', workspace::text, true);
    INSERT INTO comment_mentions (workspace_id, crm_user_id, comment_id, row_id, read_at)
    SELECT DISTINCT workspace_id, person, id, row_id, now()
    FROM comments, unnest(mentions) AS person
    WHERE workspace_id = workspace AND created_by <> 'user:' || person;
  END LOOP;
  PERFORM set_config('app.workspace_id', '', true), set_config('app.all_workspaces', 'off', true),
    set_config('row_security', security, true);
END $$;

-- ── files of rows ────────────────────────────────────────────────────────────────────────────────

CREATE TABLE row_files (
  workspace_id uuid NOT NULL,
  row_id       uuid NOT NULL,
  file_id      uuid NOT NULL,
  added_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  added_by     text NOT NULL,
  PRIMARY KEY (workspace_id, row_id, file_id),
  FOREIGN KEY (workspace_id, row_id) REFERENCES rows (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, file_id) REFERENCES files (workspace_id, id)
);
CREATE INDEX row_files_by_file ON row_files (workspace_id, file_id);

ALTER TABLE row_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE row_files FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON row_files USING (workspace_id = (SELECT current_workspace()));
GRANT SELECT, INSERT, DELETE ON row_files TO sourcebook_app;
