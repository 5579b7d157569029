-- Policies without subqueries, which a distributed table could not have. A condition of a statement names the workspace as
-- well, so the planner compares each row with one of the two, once it has seen that they are the same.

DO $$
DECLARE
  t text;
BEGIN
  FOR t IN SELECT tablename FROM pg_policies WHERE schemaname = 'public' AND policyname = 'tenant' LOOP
    EXECUTE format('ALTER POLICY tenant ON %I USING (%I = current_workspace())', t,
      CASE t WHEN 'workspaces' THEN 'id' ELSE 'workspace_id' END);
  END LOOP;
END $$;

ALTER POLICY own_seats ON seats USING (account_id = current_account());

-- The seat of the transaction's account in a workspace. The setting app.own_seats has the account's seats by workspace, once
-- the transaction has read them.
CREATE FUNCTION own_seat(workspace uuid) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (nullif(current_setting('app.own_seats', true), '')::jsonb ->> workspace::text)::integer;

ALTER POLICY own_workspaces ON workspaces USING (own_seat(id) IS NOT NULL);
ALTER POLICY own_team_members ON team_members USING (crm_user_id = own_seat(workspace_id));
