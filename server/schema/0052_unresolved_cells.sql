-- Cells with names of rows or people that lead nowhere yet. The names are in the rows; what is here is derived from them in the
-- transaction that stores them, so that a worker finds them again once there is such a row or person.
CREATE TABLE unresolved_cells (
  workspace_id uuid NOT NULL,
  column_id    uuid NOT NULL,
  row_id       uuid NOT NULL,
  -- What the rows or people were like when the names were last looked up; NULL if they have to be looked up again.
  mark         text,
  PRIMARY KEY (workspace_id, column_id, row_id)
);
CREATE INDEX unresolved_cells_by_row ON unresolved_cells (workspace_id, row_id);
-- A restore turns row-level security off, which would refuse to look into rows if the owner is bound.
DO $$
DECLARE
  security text := current_setting('row_security');
BEGIN
  PERFORM set_config('row_security', 'on', true);
  ALTER TABLE unresolved_cells ADD FOREIGN KEY (workspace_id, row_id) REFERENCES rows (workspace_id, id) ON DELETE CASCADE;
  PERFORM set_config('row_security', security, true);
END $$;
ALTER TABLE unresolved_cells ENABLE ROW LEVEL SECURITY;
ALTER TABLE unresolved_cells FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON unresolved_cells USING (workspace_id = current_workspace());
GRANT SELECT, INSERT, UPDATE, DELETE ON unresolved_cells TO sourcebook_app;

-- A dry run that names rows or people has a receipt too. There may be millions of receipts, and none has an outcome that this
-- would refuse, so they are not read.
ALTER TABLE receipts DROP CONSTRAINT receipts_outcome_check;
ALTER TABLE receipts ADD CONSTRAINT receipts_outcome_check
  CHECK (outcome IN ('created', 'updated', 'replayed', 'refused', 'blocked', 'tried')) NOT VALID;
