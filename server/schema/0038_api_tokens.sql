-- Tokens that people make for programs. A token acts for the seat of whoever made it, within its scopes.
-- `secret_ends` has one moment for each secret that was replaced, as in ingest_keys.

CREATE TABLE api_tokens (
  workspace_id uuid NOT NULL REFERENCES workspaces,
  id uuid NOT NULL,
  crm_user_id integer NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  -- The boards and pages that exist for it; NULL: all.
  definition_ids uuid[],
  -- The networks it may be used from; NULL: any.
  addresses text[],
  last_four text NOT NULL,
  secret_ends timestamptz[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX api_tokens_by_seat ON api_tokens (workspace_id, crm_user_id, id);
ALTER TABLE api_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON api_tokens USING (workspace_id = (SELECT current_workspace()));
GRANT SELECT, INSERT, UPDATE ON api_tokens TO sourcebook_app;

-- Leads from a secret to its workspace and token, before a workspace is known.
CREATE TABLE token_hashes (
  secret_hash bytea PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces,
  token_id uuid NOT NULL,
  secret_number integer NOT NULL DEFAULT 0
);
GRANT SELECT, INSERT ON token_hashes TO sourcebook_app;

-- A run in the name of a token goes on with the boards and pages that exist for the token. `cancelled_ref` is who cancelled
-- it, as histories name them: a person, or a token of theirs.
ALTER TABLE import_runs ADD COLUMN definition_ids uuid[], ADD COLUMN cancelled_ref text;

-- The token that a person's message was sent with.
ALTER TABLE messages ADD COLUMN token_id uuid;

-- Boards and pages outside a token's do not exist in its transactions, nor does what hangs on their rows. The setting
-- app.definitions holds the ids of those that do; without it nothing is narrowed. The policies bind the role that serves
-- requests only, so a function of the owner can still tell whether something hangs anywhere. Each asks first, once per
-- statement, whether the transaction is narrowed at all. That is a comparison by <>, which the planner takes to be true
-- of nearly all rows, so the plans of everybody else stay what they were; the rest is hidden in functions, for the same reason.

CREATE FUNCTION current_definitions() RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.definitions', true), '')::uuid[];

-- 1 if only some boards and pages exist in this transaction, otherwise 0.
CREATE FUNCTION narrowed() RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
  RETURN CASE WHEN coalesce(current_setting('app.definitions', true), '') = '' THEN 0 ELSE 1 END;

CREATE FUNCTION definition_exists(definition uuid) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1 AS $$
BEGIN
  RETURN definition IS NULL OR definition = ANY (current_definitions());
END $$;

CREATE FUNCTION row_exists(sought uuid) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1 AS $$
BEGIN
  RETURN sought IS NULL
    OR EXISTS (SELECT FROM rows r WHERE r.workspace_id = current_workspace() AND r.id = sought);
END $$;

CREATE FUNCTION conversation_exists(sought integer) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1 AS $$
BEGIN
  RETURN EXISTS (SELECT FROM conversations c WHERE c.workspace_id = current_workspace() AND c.id = sought);
END $$;

CREATE FUNCTION deal_exists(sought integer) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1 AS $$
BEGIN
  RETURN EXISTS (SELECT FROM deals d WHERE d.workspace_id = current_workspace() AND d.id = sought);
END $$;

CREATE FUNCTION obligation_exists(sought integer) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1 AS $$
BEGIN
  RETURN sought IS NULL
    OR EXISTS (SELECT FROM obligations o WHERE o.workspace_id = current_workspace() AND o.id = sought);
END $$;

-- As the owner: of all obligations.
CREATE FUNCTION document_is_used(sought integer) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM obligations o WHERE o.workspace_id = current_workspace() AND o.document_id = sought);
END $$;

CREATE FUNCTION document_exists(sought integer) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1 AS $$
BEGIN
  RETURN NOT document_is_used(sought)
    OR EXISTS (SELECT FROM obligations o WHERE o.workspace_id = current_workspace() AND o.document_id = sought);
END $$;

-- Whether what an event is about exists, by its subject. People, teams and the workspace itself always do.
CREATE FUNCTION subject_exists(subject text, data jsonb) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1 AS $$
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

CREATE POLICY reach ON definitions AS RESTRICTIVE TO sourcebook_app
  USING ((SELECT narrowed()) <> 1 OR definition_exists(id));
CREATE POLICY reach ON rows AS RESTRICTIVE TO sourcebook_app
  USING ((SELECT narrowed()) <> 1 OR definition_exists(definition_id));
CREATE POLICY reach ON import_runs AS RESTRICTIVE TO sourcebook_app
  USING ((SELECT narrowed()) <> 1 OR definition_exists(definition_id));
CREATE POLICY reach ON templates AS RESTRICTIVE TO sourcebook_app
  USING ((SELECT narrowed()) <> 1 OR definition_exists(definition_id));
CREATE POLICY reach ON webhooks AS RESTRICTIVE TO sourcebook_app
  USING ((SELECT narrowed()) <> 1 OR coalesce(definition_ids <@ current_definitions(), false));
CREATE POLICY reach ON conversations AS RESTRICTIVE TO sourcebook_app
  USING ((SELECT narrowed()) <> 1 OR definition_exists(definition_id));
CREATE POLICY reach ON messages AS RESTRICTIVE TO sourcebook_app
  USING ((SELECT narrowed()) <> 1 OR conversation_exists(conversation_id));
CREATE POLICY reach ON deals AS RESTRICTIVE TO sourcebook_app
  USING ((SELECT narrowed()) <> 1 OR row_exists(deal_row_id));
CREATE POLICY reach ON deal_splits AS RESTRICTIVE TO sourcebook_app
  USING ((SELECT narrowed()) <> 1 OR deal_exists(deal_id));
CREATE POLICY reach ON deal_entries AS RESTRICTIVE TO sourcebook_app
  USING ((SELECT narrowed()) <> 1 OR deal_exists(deal_id));
CREATE POLICY reach ON draws AS RESTRICTIVE TO sourcebook_app
  USING ((SELECT narrowed()) <> 1 OR deal_exists(deal_id));
CREATE POLICY reach ON obligations AS RESTRICTIVE TO sourcebook_app
  USING ((SELECT narrowed()) <> 1 OR row_exists(deal_row_id) AND obligation_exists(parent_id));
CREATE POLICY reach ON documents AS RESTRICTIVE TO sourcebook_app
  USING ((SELECT narrowed()) <> 1 OR document_exists(id));
CREATE POLICY reach ON events AS RESTRICTIVE FOR SELECT TO sourcebook_app
  USING ((SELECT narrowed()) <> 1 OR subject_exists(subject, data));
