-- A definition's version stands beside the counts of its rows, which every write locks: one look-up tells both. A change of the
-- workspace raises the versions of all its definitions.

-- NULL once the definition is deleted.
ALTER TABLE row_counters ADD COLUMN version integer DEFAULT 1;

ALTER TABLE row_counters NO FORCE ROW LEVEL SECURITY;
ALTER TABLE definitions NO FORCE ROW LEVEL SECURITY;
UPDATE row_counters n SET version = CASE WHEN d.deleted_at IS NULL THEN d.version END
  FROM definitions d WHERE d.workspace_id = n.workspace_id AND d.id = n.definition_id;
ALTER TABLE row_counters FORCE ROW LEVEL SECURITY;
ALTER TABLE definitions FORCE ROW LEVEL SECURITY;

-- The release before this one can still be at work. It looks at `definitions.version` and `workspaces.updated_at`, so each release
-- is told of what the other changes. A cluster has neither that release nor this function. A later release drops both and the column.
CREATE FUNCTION carry_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'row_counters' THEN
      UPDATE definitions SET version = version + 1
      WHERE workspace_id = NEW.workspace_id AND id = NEW.definition_id;
    WHEN 'definitions' THEN
      UPDATE row_counters SET version = CASE WHEN NEW.deleted_at IS NULL THEN version + 1 END
      WHERE workspace_id = NEW.workspace_id AND definition_id = NEW.id;
    WHEN 'workspaces' THEN
      UPDATE row_counters SET version = version + 1 WHERE workspace_id = NEW.id;
  END CASE;
  RETURN NULL;
END $$;
CREATE TRIGGER carry_version AFTER UPDATE OF version ON row_counters
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION carry_version();
CREATE TRIGGER carry_version AFTER UPDATE OF version ON definitions
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION carry_version();
CREATE TRIGGER carry_version AFTER UPDATE OF updated_at ON workspaces
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION carry_version();
