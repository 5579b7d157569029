-- People, workspaces and the texts of messages can be erased: see ARCHITECTURE.md, "How data is erased".

-- When an owner deleted the workspace, or the person their account. The worker then erases what is left of it.
ALTER TABLE workspaces ADD COLUMN deleted_at timestamptz;
ALTER TABLE accounts ADD COLUMN erased_at timestamptz;

-- Whose seat one was that is gone, so that their name can be erased there too.
CREATE TABLE former_seats (
  workspace_id uuid NOT NULL,
  crm_user_id  integer NOT NULL,
  account_id   uuid NOT NULL,
  PRIMARY KEY (workspace_id, crm_user_id)
);
CREATE INDEX former_seats_by_account ON former_seats (account_id);
ALTER TABLE former_seats ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON former_seats USING (workspace_id = current_workspace());
CREATE POLICY own_seats ON former_seats FOR SELECT USING (account_id = current_account());
GRANT SELECT, INSERT ON former_seats TO sourcebook_app;

-- The sealed entries that no longer say whom they name. Blocks keep the hash of what an entry said; this is the hash of what
-- is left, sealed with the secret key: whoever has only the database cannot change an entry and call it erased.
CREATE TABLE erased_entries (
  workspace_id uuid NOT NULL,
  kind         text NOT NULL,
  id           uuid NOT NULL,
  content_hash bytea NOT NULL,
  proof        bytea NOT NULL,
  at           timestamptz NOT NULL DEFAULT now(),
  xid          xid8 NOT NULL DEFAULT event_xid(),
  PRIMARY KEY (workspace_id, kind, id)
);
CREATE INDEX erased_entries_by_xid ON erased_entries (workspace_id, xid, id);
ALTER TABLE erased_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON erased_entries USING (workspace_id = current_workspace());
GRANT SELECT, UPDATE ON erased_entries TO sourcebook_app;

-- A restore turns row-level security off, which would refuse to look for what has no workspace if the owner is bound.
DO $$
DECLARE
  security text := current_setting('row_security');
BEGIN
  PERFORM set_config('row_security', 'on', true);
  ALTER TABLE former_seats ADD FOREIGN KEY (workspace_id) REFERENCES workspaces (id);
  ALTER TABLE erased_entries ADD FOREIGN KEY (workspace_id) REFERENCES workspaces (id);
  PERFORM set_config('row_security', security, true);
END $$;

-- A message gives up its files when it is deleted.
GRANT DELETE ON message_attachments TO sourcebook_app;

-- ── what is there already, workspace by workspace, because row-level security may bind the owner too ──

DO $$
DECLARE
  workspace uuid;
  security text := current_setting('row_security');
BEGIN
  -- A restore turns it off, which would refuse such an owner.
  PERFORM set_config('row_security', 'on', true);
  PERFORM set_config('app.all_workspaces', 'on', true);
  FOR workspace IN SELECT id FROM workspaces LOOP
    PERFORM set_config('app.workspace_id', workspace::text, true);

    -- Deleted messages were only hidden.
    UPDATE conversations c SET subject = (SELECT o.subject FROM messages o WHERE o.workspace_id = workspace
        AND o.conversation_id = c.id AND o.deleted_at IS NULL AND o.subject IS NOT NULL ORDER BY o.id LIMIT 1)
    WHERE c.workspace_id = workspace
      AND EXISTS (SELECT FROM messages m WHERE m.workspace_id = workspace AND m.conversation_id = c.id
        AND m.subject = c.subject AND m.deleted_at IS NOT NULL)
      AND NOT EXISTS (SELECT FROM messages m WHERE m.workspace_id = workspace AND m.conversation_id = c.id
        AND m.subject = c.subject AND m.deleted_at IS NULL);
    UPDATE messages SET subject = NULL, content = '', content_html = NULL, call_recordings = NULL, media_urls = NULL,
      call = call || '{"ai_summary": null, "recording_url": null, "transcript": null}'
    WHERE workspace_id = workspace AND deleted_at IS NOT NULL;
    WITH gone AS (
      DELETE FROM message_attachments a USING messages m
      WHERE a.workspace_id = workspace AND m.workspace_id = workspace AND m.id = a.message_id
        AND m.deleted_at IS NOT NULL
      RETURNING a.file_id)
    UPDATE files f SET loose_since = '-infinity' FROM gone
    WHERE f.workspace_id = workspace AND f.id = gone.file_id;

    -- Of seats that were removed before, what is known from elsewhere.
    INSERT INTO former_seats (workspace_id, crm_user_id, account_id)
    SELECT DISTINCT ON (crm_user_id) workspace, crm_user_id, account_id
    FROM (SELECT crm_user_id, account_id FROM agreement_signatures WHERE workspace_id = workspace
      UNION ALL SELECT crm_user_id, account_id FROM agreement_views WHERE workspace_id = workspace) AS known
    WHERE NOT EXISTS (SELECT FROM seats s WHERE s.workspace_id = workspace AND s.crm_user_id = known.crm_user_id)
    ORDER BY crm_user_id, account_id
    ON CONFLICT DO NOTHING;
  END LOOP;
  PERFORM set_config('app.workspace_id', '', true), set_config('app.all_workspaces', 'off', true),
    set_config('row_security', security, true);
END $$;
