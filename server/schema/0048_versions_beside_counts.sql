-- A definition's version stands beside the counts of its rows, which every write locks: one look-up tells both. It no longer changes
-- with `workspaces.updated_at`; a change of the workspace raises the versions of all its definitions.

-- NULL once the definition is deleted.
ALTER TABLE row_counters ADD COLUMN version integer DEFAULT 1;

ALTER TABLE row_counters NO FORCE ROW LEVEL SECURITY;
ALTER TABLE definitions NO FORCE ROW LEVEL SECURITY;
UPDATE row_counters n SET version = CASE WHEN d.deleted_at IS NULL THEN d.version END
  FROM definitions d WHERE d.workspace_id = n.workspace_id AND d.id = n.definition_id;
ALTER TABLE row_counters FORCE ROW LEVEL SECURITY;
ALTER TABLE definitions FORCE ROW LEVEL SECURITY;

ALTER TABLE definitions DROP COLUMN version;
