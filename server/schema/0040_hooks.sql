-- Hooks of boards and pages: what another service sends to one becomes a row.

-- Leads from a hook's address to its workspace.
CREATE TABLE hook_links (
  public_id text PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  hook_id uuid NOT NULL
);
GRANT SELECT, INSERT ON hook_links TO sourcebook_app;

CREATE TABLE intake_hooks (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  definition_id uuid NOT NULL,
  public_id text NOT NULL,
  name text NOT NULL,
  -- Which columns get which values: [{"path": "payload.email", "column": "<column id>", "as": null}, …]
  fields jsonb NOT NULL,
  misfits text NOT NULL CHECK (misfits IN ('leave_empty', 'refuse')),
  signature text NOT NULL,
  -- What the sender signs with, sealed.
  secret bytea,
  -- Where a body has the id of its event; NULL: where services are known to have it.
  event_path text,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  last_received_at timestamptz,
  wrong_signatures integer NOT NULL DEFAULT 0,
  wrong_signature_at timestamptz,
  removed_at timestamptz,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions (workspace_id, id),
  CHECK (signature = 'none' OR secret IS NOT NULL)
);
CREATE INDEX intake_hooks_by_definition ON intake_hooks (workspace_id, definition_id, id);
ALTER TABLE intake_hooks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON intake_hooks USING (workspace_id = (SELECT current_workspace()));
GRANT SELECT, INSERT, UPDATE ON intake_hooks TO sourcebook_app;

-- The last bodies that a hook received. As json, which keeps the order of members.
CREATE TABLE hook_samples (
  workspace_id uuid NOT NULL,
  hook_id uuid NOT NULL,
  id uuid NOT NULL,
  body json NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, hook_id, id),
  FOREIGN KEY (workspace_id, hook_id) REFERENCES intake_hooks (workspace_id, id)
);
ALTER TABLE hook_samples ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON hook_samples USING (workspace_id = (SELECT current_workspace()));
GRANT SELECT, INSERT, DELETE ON hook_samples TO sourcebook_app;

-- The events that a hook made rows of, by the SHA-256 of the sender's id, so that each makes one.
CREATE TABLE hook_events (
  workspace_id uuid NOT NULL,
  hook_id uuid NOT NULL,
  event_hash bytea NOT NULL,
  row_id uuid NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, hook_id, event_hash),
  FOREIGN KEY (workspace_id, hook_id) REFERENCES intake_hooks (workspace_id, id)
);
ALTER TABLE hook_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON hook_events USING (workspace_id = (SELECT current_workspace()));
GRANT SELECT, INSERT, DELETE ON hook_events TO sourcebook_app;

-- There may be millions of receipts. The next migration reads them all, while others write.
ALTER TABLE receipts
  ADD COLUMN hook_id uuid,
  DROP CONSTRAINT receipts_sender_check,
  ADD CONSTRAINT receipts_sender_check
    CHECK (num_nonnulls(key_id, form_id, address_id, hook_id) = 1) NOT VALID;

-- As in 0038, and hooks.
CREATE OR REPLACE FUNCTION subject_exists(subject text, data jsonb) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1 AS $$
DECLARE
  sought text := split_part(subject, ':', 2);
  w uuid := current_workspace();
BEGIN
  IF data ? 'definitionId' AND NOT definition_exists((data ->> 'definitionId')::uuid) THEN
    RETURN false;
  END IF;
  CASE split_part(subject, ':', 1)
    WHEN 'board', 'page' THEN
      RETURN definition_exists(sought::uuid);
    WHEN 'column' THEN
      RETURN EXISTS (SELECT FROM columns c WHERE c.workspace_id = w AND c.id = sought::uuid
        AND definition_exists(c.definition_id));
    WHEN 'import' THEN
      RETURN EXISTS (SELECT FROM import_runs i WHERE i.workspace_id = w AND i.id = sought::uuid);
    WHEN 'key' THEN
      RETURN EXISTS (SELECT FROM ingest_keys k WHERE k.workspace_id = w AND k.id = sought::uuid
        AND definition_exists(k.definition_id));
    WHEN 'form' THEN
      RETURN EXISTS (SELECT FROM forms f WHERE f.workspace_id = w AND f.id = sought::uuid
        AND definition_exists(f.definition_id));
    WHEN 'address' THEN
      RETURN EXISTS (SELECT FROM intake_addresses a WHERE a.workspace_id = w AND a.id = sought::uuid
        AND definition_exists(a.definition_id));
    WHEN 'hook' THEN
      RETURN EXISTS (SELECT FROM intake_hooks k WHERE k.workspace_id = w AND k.id = sought::uuid
        AND definition_exists(k.definition_id));
    WHEN 'template' THEN
      RETURN EXISTS (SELECT FROM templates t WHERE t.workspace_id = w AND t.id = sought::uuid);
    WHEN 'webhook' THEN
      RETURN EXISTS (SELECT FROM webhooks h WHERE h.workspace_id = w AND h.id = sought::uuid);
    WHEN 'conversation' THEN
      RETURN conversation_exists(sought::integer);
    WHEN 'message' THEN
      RETURN EXISTS (SELECT FROM messages m WHERE m.workspace_id = w AND m.id = sought::integer);
    WHEN 'obligation' THEN
      RETURN obligation_exists(sought::integer);
    WHEN 'document' THEN
      RETURN EXISTS (SELECT FROM documents d WHERE d.workspace_id = w AND d.id = sought::integer);
    WHEN 'deal' THEN
      RETURN deal_exists(sought::integer);
    WHEN 'deal_split' THEN
      RETURN EXISTS (SELECT FROM deal_splits s WHERE s.workspace_id = w AND s.id = sought::integer);
    WHEN 'draw' THEN
      RETURN EXISTS (SELECT FROM draws d WHERE d.workspace_id = w AND d.id = sought::uuid);
    ELSE
      RETURN true;
  END CASE;
END $$;
