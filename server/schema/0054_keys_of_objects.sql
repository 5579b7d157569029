-- No column's key is `constructor` any more: every object of JavaScript has that member, so a program takes it for the value of
-- an empty cell. Until now no body could name it, so nobody could fill such a column by its key.

DO $$
DECLARE
  workspace uuid;
  security text := current_setting('row_security');
BEGIN
  -- A restore turns it off, which would refuse an owner that row-level security binds.
  PERFORM set_config('row_security', 'on', true);
  PERFORM set_config('app.all_workspaces', 'on', true);
  FOR workspace IN SELECT id FROM workspaces LOOP
    PERFORM set_config('app.workspace_id', workspace::text, true);
    UPDATE row_counters n SET version = n.version + 1
    WHERE n.workspace_id = workspace AND n.definition_id IN (
      SELECT c.definition_id FROM columns c WHERE c.workspace_id = workspace AND c.key = 'constructor');
    UPDATE columns c SET key = (
      SELECT 'constructor_' || min(n) FROM generate_series(2, 10000) AS n
      WHERE NOT EXISTS (SELECT FROM columns o
        WHERE o.workspace_id = workspace AND o.definition_id = c.definition_id AND o.key = 'constructor_' || n))
    WHERE c.workspace_id = workspace AND c.key = 'constructor';
  END LOOP;
  PERFORM set_config('app.workspace_id', '', true), set_config('app.all_workspaces', 'off', true),
    set_config('row_security', security, true);
END $$;
