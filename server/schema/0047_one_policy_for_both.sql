-- What a token reaches becomes a part of each table's policy `tenant`, in place of a restrictive policy beside it. Citus copies a
-- restrictive policy to other nodes as a permissive one, which would let everybody see the rows of all workspaces there.

-- 1 if only some boards and pages exist for whoever asks, otherwise 0. They all exist for the owner, whose functions can tell whether
-- something hangs anywhere.
CREATE OR REPLACE FUNCTION narrowed() RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
  RETURN CASE WHEN coalesce(current_setting('app.definitions', true), '') = '' THEN 0
    WHEN current_user <> 'sourcebook_app' THEN 0 ELSE 1 END;

DO $$
DECLARE
  t text;
  reached text;
BEGIN
  FOR t, reached IN SELECT * FROM (VALUES
    ('definitions', 'definition_exists(id)'),
    ('rows', 'definition_exists(definition_id)'),
    ('import_runs', 'definition_exists(definition_id)'),
    ('templates', 'definition_exists(definition_id)'),
    ('webhooks', 'coalesce(definition_ids <@ current_definitions(), false)'),
    ('conversations', 'definition_exists(definition_id)'),
    ('messages', 'conversation_exists(conversation_id)'),
    ('deals', 'row_exists(deal_row_id)'),
    ('deal_splits', 'deal_exists(deal_id)'),
    ('deal_entries', 'deal_exists(deal_id)'),
    ('draws', 'deal_exists(deal_id)'),
    ('obligations', 'row_exists(deal_row_id) AND obligation_exists(parent_id)'),
    ('documents', 'document_exists(id)'),
    ('events', 'subject_exists(subject, data)')) AS found
  LOOP
    EXECUTE format('ALTER POLICY tenant ON %I USING (workspace_id = current_workspace()
      AND ((SELECT narrowed()) <> 1 OR %s))', t, reached);
    EXECUTE format('DROP POLICY reach ON %I', t);
  END LOOP;
END $$;

-- Whoever does something that a token does not reach must be able to say so: only reading is narrowed.
ALTER POLICY tenant ON events WITH CHECK (workspace_id = current_workspace());
