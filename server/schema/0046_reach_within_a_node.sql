-- What the policies `reach` look up, with the workspace as a value: by that, each node of a cluster finds the rows beside those that it
-- is asked for. A function it could not follow.

CREATE OR REPLACE FUNCTION row_exists(sought uuid) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1 AS $$
DECLARE
  w uuid := current_workspace();
BEGIN
  RETURN sought IS NULL OR EXISTS (SELECT FROM rows r WHERE r.workspace_id = w AND r.id = sought);
END $$;

CREATE OR REPLACE FUNCTION conversation_exists(sought integer) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1 AS $$
DECLARE
  w uuid := current_workspace();
BEGIN
  RETURN EXISTS (SELECT FROM conversations c WHERE c.workspace_id = w AND c.id = sought);
END $$;

CREATE OR REPLACE FUNCTION deal_exists(sought integer) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1 AS $$
DECLARE
  w uuid := current_workspace();
BEGIN
  RETURN EXISTS (SELECT FROM deals d WHERE d.workspace_id = w AND d.id = sought);
END $$;

CREATE OR REPLACE FUNCTION obligation_exists(sought integer) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1 AS $$
DECLARE
  w uuid := current_workspace();
BEGIN
  RETURN sought IS NULL OR EXISTS (SELECT FROM obligations o WHERE o.workspace_id = w AND o.id = sought);
END $$;

-- As the owner: of all obligations.
CREATE OR REPLACE FUNCTION document_is_used(sought integer) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  w uuid := current_workspace();
BEGIN
  RETURN EXISTS (SELECT FROM obligations o WHERE o.workspace_id = w AND o.document_id = sought);
END $$;

CREATE OR REPLACE FUNCTION document_exists(sought integer) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1 AS $$
DECLARE
  w uuid := current_workspace();
BEGIN
  RETURN NOT document_is_used(sought)
    OR EXISTS (SELECT FROM obligations o WHERE o.workspace_id = w AND o.document_id = sought);
END $$;
