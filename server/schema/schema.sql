-- The schema that the migrations amount to, written by scripts/dump-schema.ts. Not run by anything.

CREATE OR REPLACE FUNCTION public.current_account()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid;

CREATE OR REPLACE FUNCTION public.current_workspace()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid;

CREATE TABLE access_tokens (
  id uuid NOT NULL,
  token_hash bytea NOT NULL,
  account_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  crm_user_id integer NOT NULL,
  user_agent text NOT NULL DEFAULT ''::text,
  address text NOT NULL DEFAULT ''::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT access_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT access_tokens_token_hash_key UNIQUE (token_hash),
  CONSTRAINT access_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT access_tokens_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX access_tokens_by_account ON public.access_tokens USING btree (account_id);
CREATE INDEX access_tokens_by_seat ON public.access_tokens USING btree (workspace_id, crm_user_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON access_tokens TO sourcebook_app;

CREATE TABLE accounts (
  id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  password_hash text,
  last_workspace_id uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_email_key UNIQUE (email),
  CONSTRAINT accounts_email_check CHECK ((email = lower(email)))
);
GRANT INSERT, SELECT, UPDATE ON accounts TO sourcebook_app;

CREATE TABLE column_policies (
  workspace_id uuid NOT NULL,
  column_id uuid NOT NULL,
  editable_by jsonb NOT NULL,
  visible_to jsonb NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_by text NOT NULL,
  CONSTRAINT column_policies_pkey PRIMARY KEY (workspace_id, column_id),
  CONSTRAINT column_policies_workspace_id_column_id_fkey FOREIGN KEY (workspace_id, column_id) REFERENCES columns(workspace_id, id) ON DELETE CASCADE
);
ALTER TABLE column_policies ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON column_policies FOR ALL TO public USING (workspace_id = ( SELECT current_workspace() AS current_workspace));
GRANT DELETE, INSERT, SELECT, UPDATE ON column_policies TO sourcebook_app;

CREATE TABLE columns (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  definition_id uuid NOT NULL,
  slot integer NOT NULL,
  key text NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  required boolean NOT NULL DEFAULT false,
  "unique" boolean NOT NULL DEFAULT false,
  "position" integer NOT NULL,
  settings jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  CONSTRAINT columns_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT columns_workspace_id_definition_id_slot_key UNIQUE (workspace_id, definition_id, slot),
  CONSTRAINT columns_workspace_id_definition_id_fkey FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions(workspace_id, id)
);
CREATE UNIQUE INDEX columns_by_key ON public.columns USING btree (workspace_id, definition_id, key) WHERE (deleted_at IS NULL);
ALTER TABLE columns ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON columns FOR ALL TO public USING (workspace_id = ( SELECT current_workspace() AS current_workspace));
GRANT INSERT, SELECT, UPDATE ON columns TO sourcebook_app;

CREATE TABLE definitions (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  settings jsonb NOT NULL DEFAULT '{}'::jsonb,
  version integer NOT NULL DEFAULT 1,
  next_slot integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  CONSTRAINT definitions_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT definitions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  CONSTRAINT definitions_kind_check CHECK ((kind = ANY (ARRAY['board'::text, 'page'::text])))
);
CREATE UNIQUE INDEX definitions_by_key ON public.definitions USING btree (workspace_id, key) WHERE (deleted_at IS NULL);
ALTER TABLE definitions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON definitions FOR ALL TO public USING (workspace_id = ( SELECT current_workspace() AS current_workspace));
GRANT INSERT, SELECT, UPDATE ON definitions TO sourcebook_app;

CREATE TABLE events (
  workspace_id uuid NOT NULL,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  id uuid NOT NULL,
  type text NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT now(),
  actor text NOT NULL,
  subject text NOT NULL,
  data jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT events_pkey PRIMARY KEY (workspace_id, xid, id)
);
ALTER TABLE events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON events FOR ALL TO public USING (workspace_id = ( SELECT current_workspace() AS current_workspace));
GRANT INSERT, SELECT ON events TO sourcebook_app;

CREATE TABLE idempotency_keys (
  workspace_id uuid NOT NULL,
  actor text NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  status integer,
  answer bytea,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (workspace_id, actor, key),
  CONSTRAINT idempotency_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON idempotency_keys FOR ALL TO public USING (workspace_id = ( SELECT current_workspace() AS current_workspace));
GRANT DELETE, INSERT, SELECT, UPDATE ON idempotency_keys TO sourcebook_app;

CREATE TABLE ingest_keys (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  definition_id uuid NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  prefix text NOT NULL,
  last_four text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT ingest_keys_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT ingest_keys_workspace_id_definition_id_fkey FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions(workspace_id, id)
);
CREATE INDEX ingest_keys_by_definition ON public.ingest_keys USING btree (workspace_id, definition_id);
ALTER TABLE ingest_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ingest_keys FOR ALL TO public USING (workspace_id = ( SELECT current_workspace() AS current_workspace));
GRANT INSERT, SELECT, UPDATE ON ingest_keys TO sourcebook_app;

CREATE UNLOGGED TABLE ingest_rates WITH (fillfactor=50) (
  workspace_id uuid NOT NULL,
  key_id uuid NOT NULL,
  route text NOT NULL,
  granted_at bigint[] NOT NULL DEFAULT '{}'::bigint[],
  granted integer[] NOT NULL DEFAULT '{}'::integer[],
  CONSTRAINT ingest_rates_pkey PRIMARY KEY (workspace_id, key_id, route)
);
ALTER TABLE ingest_rates ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ingest_rates FOR ALL TO public USING (workspace_id = ( SELECT current_workspace() AS current_workspace));
GRANT DELETE, INSERT, SELECT, UPDATE ON ingest_rates TO sourcebook_app;

CREATE TABLE invitations (
  token_hash bytea NOT NULL,
  workspace_id uuid NOT NULL,
  crm_user_id integer NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT invitations_pkey PRIMARY KEY (token_hash),
  CONSTRAINT invitations_workspace_id_crm_user_id_key UNIQUE (workspace_id, crm_user_id),
  CONSTRAINT invitations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON invitations TO sourcebook_app;

CREATE TABLE key_hashes (
  secret_hash bytea NOT NULL,
  workspace_id uuid NOT NULL,
  key_id uuid NOT NULL,
  CONSTRAINT key_hashes_pkey PRIMARY KEY (secret_hash),
  CONSTRAINT key_hashes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  CONSTRAINT key_hashes_workspace_id_key_id_fkey FOREIGN KEY (workspace_id, key_id) REFERENCES ingest_keys(workspace_id, id)
);
GRANT INSERT, SELECT ON key_hashes TO sourcebook_app;

CREATE TABLE page_records (
  workspace_id uuid NOT NULL,
  definition_id uuid NOT NULL,
  external_id text NOT NULL,
  row_id uuid NOT NULL,
  answer jsonb NOT NULL,
  CONSTRAINT page_records_pkey PRIMARY KEY (workspace_id, definition_id, external_id),
  CONSTRAINT page_records_workspace_id_row_id_fkey FOREIGN KEY (workspace_id, row_id) REFERENCES rows(workspace_id, id)
);
ALTER TABLE page_records ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON page_records FOR ALL TO public USING (workspace_id = ( SELECT current_workspace() AS current_workspace));
GRANT INSERT, SELECT ON page_records TO sourcebook_app;

CREATE TABLE receipts (
  workspace_id uuid NOT NULL,
  definition_id uuid NOT NULL,
  id uuid NOT NULL,
  key_id uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT now(),
  outcome text NOT NULL,
  row_count integer NOT NULL,
  first_position bigint,
  details jsonb,
  CONSTRAINT receipts_pkey PRIMARY KEY (workspace_id, definition_id, id),
  CONSTRAINT receipts_outcome_check CHECK ((outcome = ANY (ARRAY['created'::text, 'updated'::text, 'replayed'::text, 'refused'::text])))
);
ALTER TABLE receipts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON receipts FOR ALL TO public USING (workspace_id = ( SELECT current_workspace() AS current_workspace));
GRANT INSERT, SELECT ON receipts TO sourcebook_app;

CREATE TABLE row_counters WITH (fillfactor=50) (
  workspace_id uuid NOT NULL,
  definition_id uuid NOT NULL,
  next_position bigint NOT NULL DEFAULT 1,
  row_count bigint NOT NULL DEFAULT 0,
  CONSTRAINT row_counters_pkey PRIMARY KEY (workspace_id, definition_id),
  CONSTRAINT row_counters_workspace_id_definition_id_fkey FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions(workspace_id, id)
);
ALTER TABLE row_counters ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON row_counters FOR ALL TO public USING (workspace_id = ( SELECT current_workspace() AS current_workspace));
GRANT INSERT, SELECT, UPDATE ON row_counters TO sourcebook_app;

CREATE TABLE row_history (
  workspace_id uuid NOT NULL,
  row_id uuid NOT NULL,
  id uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT now(),
  actor text NOT NULL,
  action text NOT NULL,
  run_id uuid,
  cells jsonb NOT NULL,
  CONSTRAINT row_history_pkey PRIMARY KEY (workspace_id, row_id, id),
  CONSTRAINT row_history_workspace_id_row_id_fkey FOREIGN KEY (workspace_id, row_id) REFERENCES rows(workspace_id, id)
);
ALTER TABLE row_history ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON row_history FOR ALL TO public USING (workspace_id = ( SELECT current_workspace() AS current_workspace));
GRANT INSERT, SELECT ON row_history TO sourcebook_app;

CREATE TABLE rows (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  definition_id uuid NOT NULL,
  "position" bigint NOT NULL,
  source text NOT NULL,
  cells jsonb NOT NULL,
  external_id text,
  import_run_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_by text,
  deleted_at timestamp with time zone,
  CONSTRAINT rows_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT rows_workspace_id_definition_id_fkey FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions(workspace_id, id),
  CONSTRAINT rows_source_check CHECK ((source = ANY (ARRAY['api'::text, 'page'::text, 'import'::text, 'manual'::text])))
);
CREATE UNIQUE INDEX rows_by_position ON public.rows USING btree (workspace_id, definition_id, "position");
ALTER TABLE rows ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON rows FOR ALL TO public USING (workspace_id = ( SELECT current_workspace() AS current_workspace));
GRANT INSERT, SELECT, UPDATE ON rows TO sourcebook_app;

CREATE TABLE schema_migrations (
  version integer NOT NULL,
  name text NOT NULL,
  sha256 text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (version)
);
GRANT SELECT ON schema_migrations TO sourcebook_app;

CREATE TABLE seats (
  workspace_id uuid NOT NULL,
  crm_user_id integer NOT NULL,
  account_id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  status text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT seats_pkey PRIMARY KEY (workspace_id, crm_user_id),
  CONSTRAINT seats_workspace_id_account_id_key UNIQUE (workspace_id, account_id),
  CONSTRAINT seats_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT seats_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  CONSTRAINT seats_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'manager'::text, 'member'::text, 'viewer'::text]))),
  CONSTRAINT seats_status_check CHECK ((status = ANY (ARRAY['invited'::text, 'active'::text, 'suspended'::text])))
);
CREATE INDEX seats_by_account ON public.seats USING btree (account_id);
ALTER TABLE seats ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_seats ON seats FOR SELECT TO public USING (account_id = ( SELECT current_account() AS current_account));
CREATE POLICY tenant ON seats FOR ALL TO public USING (workspace_id = ( SELECT current_workspace() AS current_workspace));
GRANT DELETE, INSERT, SELECT, UPDATE ON seats TO sourcebook_app;

CREATE UNLOGGED TABLE signin_failures (
  bucket text NOT NULL,
  failures integer NOT NULL,
  since timestamp with time zone NOT NULL,
  CONSTRAINT signin_failures_pkey PRIMARY KEY (bucket)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON signin_failures TO sourcebook_app;

CREATE TABLE team_members (
  workspace_id uuid NOT NULL,
  team_id uuid NOT NULL,
  crm_user_id integer NOT NULL,
  CONSTRAINT team_members_pkey PRIMARY KEY (workspace_id, team_id, crm_user_id),
  CONSTRAINT team_members_workspace_id_crm_user_id_fkey FOREIGN KEY (workspace_id, crm_user_id) REFERENCES seats(workspace_id, crm_user_id) ON DELETE CASCADE,
  CONSTRAINT team_members_workspace_id_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES teams(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX team_members_by_person ON public.team_members USING btree (workspace_id, crm_user_id);
ALTER TABLE team_members ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_team_members ON team_members FOR SELECT TO public USING ((workspace_id, crm_user_id) IN ( SELECT seats.workspace_id,
    seats.crm_user_id
   FROM seats
  WHERE (seats.account_id = ( SELECT current_account() AS current_account))));
CREATE POLICY tenant ON team_members FOR ALL TO public USING (workspace_id = ( SELECT current_workspace() AS current_workspace));
GRANT DELETE, INSERT, SELECT, UPDATE ON team_members TO sourcebook_app;

CREATE TABLE teams (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT teams_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT teams_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE UNIQUE INDEX teams_by_name ON public.teams USING btree (workspace_id, lower(name));
ALTER TABLE teams ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON teams FOR ALL TO public USING (workspace_id = ( SELECT current_workspace() AS current_workspace));
GRANT DELETE, INSERT, SELECT, UPDATE ON teams TO sourcebook_app;

CREATE TABLE unique_values (
  workspace_id uuid NOT NULL,
  column_id uuid NOT NULL,
  value_hash bytea NOT NULL,
  row_id uuid NOT NULL,
  CONSTRAINT unique_values_pkey PRIMARY KEY (workspace_id, column_id, value_hash),
  CONSTRAINT unique_values_workspace_id_column_id_fkey FOREIGN KEY (workspace_id, column_id) REFERENCES columns(workspace_id, id),
  CONSTRAINT unique_values_workspace_id_row_id_fkey FOREIGN KEY (workspace_id, row_id) REFERENCES rows(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX unique_values_by_row ON public.unique_values USING btree (workspace_id, row_id);
ALTER TABLE unique_values ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON unique_values FOR ALL TO public USING (workspace_id = ( SELECT current_workspace() AS current_workspace));
GRANT DELETE, INSERT, SELECT, UPDATE ON unique_values TO sourcebook_app;

CREATE TABLE workspaces (
  id uuid NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  plan text NOT NULL DEFAULT 'enterprise'::text,
  region text NOT NULL DEFAULT 'US'::text,
  time_zone text NOT NULL DEFAULT 'UTC'::text,
  currency text NOT NULL DEFAULT 'USD'::text,
  next_crm_user_id integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT workspaces_pkey PRIMARY KEY (id),
  CONSTRAINT workspaces_slug_key UNIQUE (slug),
  CONSTRAINT workspaces_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'pro'::text, 'business'::text, 'enterprise'::text])))
);
ALTER TABLE workspaces ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY all_workspaces ON workspaces FOR SELECT TO public USING (current_setting('app.all_workspaces'::text, true) = 'on'::text);
CREATE POLICY own_workspaces ON workspaces FOR SELECT TO public USING (id IN ( SELECT seats.workspace_id
   FROM seats
  WHERE (seats.account_id = ( SELECT current_account() AS current_account))));
CREATE POLICY tenant ON workspaces FOR ALL TO public USING (id = ( SELECT current_workspace() AS current_workspace));
GRANT INSERT, SELECT, UPDATE ON workspaces TO sourcebook_app;
