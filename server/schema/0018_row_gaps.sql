-- The positions of rows that have left the trash for good. Together with the trash they are all that is missing among a
-- board's positions, so the position of the nth row can be computed instead of counted row by row.

CREATE TABLE row_gaps (
  workspace_id   uuid NOT NULL,
  definition_id  uuid NOT NULL,
  first_position bigint NOT NULL,
  count          bigint NOT NULL CHECK (count > 0),
  PRIMARY KEY (workspace_id, definition_id, first_position),
  FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions (workspace_id, id)
);

ALTER TABLE row_gaps ENABLE ROW LEVEL SECURITY;
ALTER TABLE row_gaps FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON row_gaps USING (workspace_id = (SELECT current_workspace()));
GRANT SELECT ON row_gaps TO sourcebook_app;

-- The positions that are missing already, workspace by workspace, because row-level security may bind the owner too. A
-- restore turns it off, which would refuse such an owner.
DO $$
DECLARE
  workspace uuid;
  security text := current_setting('row_security');
BEGIN
  PERFORM set_config('row_security', 'on', true);
  PERFORM set_config('app.all_workspaces', 'on', true);
  FOR workspace IN SELECT id FROM workspaces LOOP
    PERFORM set_config('app.workspace_id', workspace::text, true);
    INSERT INTO row_gaps (workspace_id, definition_id, first_position, count)
    SELECT workspace, definition_id, before + 1, position - before - 1
    FROM (
      SELECT definition_id, position,
        lag(position, 1, 0::bigint) OVER (PARTITION BY definition_id ORDER BY position) AS before
      FROM (
        SELECT definition_id, position FROM rows WHERE workspace_id = workspace
        UNION ALL
        SELECT definition_id, next_position FROM row_counters WHERE workspace_id = workspace) AS known) AS pairs
    WHERE position - before > 1;
  END LOOP;
  PERFORM set_config('app.workspace_id', '', true), set_config('app.all_workspaces', 'off', true),
    set_config('row_security', security, true);
END $$;
