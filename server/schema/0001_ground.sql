-- The ground floor: who may come in (the directory) and what a workspace keeps (tenant tables).
--
-- Habits that every later migration keeps:
--   * a tenant table has workspace_id first in its primary key, composite foreign keys
--     (workspace_id, …), and row-level security enabled AND forced;
--   * no triggers, no sequences: counters live in rows, so the schema can be distributed by workspace_id;
--   * the role sourcebook_app owns nothing and gets exactly the verbs it needs: what is append-only
--     has no UPDATE or DELETE grant.

-- ── the directory: what must be found before a workspace is known ────────────────────────────────

CREATE TABLE accounts (
  id            uuid PRIMARY KEY,
  email         text NOT NULL UNIQUE CHECK (email = lower(email)),
  name          text NOT NULL,
  password_hash text,                     -- null until an invitation is accepted
  last_workspace_id uuid,                 -- where the next sign-in opens, if there still is a seat
  created_at    timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE workspaces (
  id                 uuid PRIMARY KEY,
  slug               text NOT NULL UNIQUE,
  name               text NOT NULL,
  plan               text NOT NULL DEFAULT 'enterprise'
                     CHECK (plan IN ('free', 'pro', 'business', 'enterprise')),
  region             text NOT NULL DEFAULT 'US',
  time_zone          text NOT NULL DEFAULT 'UTC',
  currency           text NOT NULL DEFAULT 'USD',
  next_crm_user_id   integer NOT NULL DEFAULT 1,
  created_at         timestamptz NOT NULL DEFAULT now(),
  updated_at         timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE access_tokens (
  id           uuid PRIMARY KEY,
  token_hash   bytea NOT NULL UNIQUE,     -- SHA-256 of the opaque token
  account_id   uuid NOT NULL REFERENCES accounts (id),
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  crm_user_id  integer NOT NULL,
  user_agent   text NOT NULL DEFAULT '',
  address      text NOT NULL DEFAULT '',
  created_at   timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  expires_at   timestamptz NOT NULL
);
CREATE INDEX access_tokens_by_account ON access_tokens (account_id);
CREATE INDEX access_tokens_by_seat ON access_tokens (workspace_id, crm_user_id);

CREATE TABLE invitations (
  token_hash   bytea PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  crm_user_id  integer NOT NULL,
  expires_at   timestamptz NOT NULL,
  UNIQUE (workspace_id, crm_user_id)      -- a new link retires the one before it
);

CREATE TABLE key_hashes (
  secret_hash  bytea PRIMARY KEY,         -- SHA-256 of the whole key
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  key_id       uuid NOT NULL
);

-- Failed sign-ins, counted per account and per address. Losing it in a crash is harmless.
CREATE UNLOGGED TABLE signin_failures (
  bucket     text PRIMARY KEY,            -- account:<email hash> or address:<ip>
  failures   integer NOT NULL,
  since      timestamptz NOT NULL
);

-- ── the tenant: people ───────────────────────────────────────────────────────────────────────────

CREATE TABLE seats (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  crm_user_id  integer NOT NULL,
  account_id   uuid NOT NULL REFERENCES accounts (id),
  email        text NOT NULL,
  name         text NOT NULL,
  role         text NOT NULL CHECK (role IN ('owner', 'admin', 'manager', 'member', 'viewer')),
  status       text NOT NULL CHECK (status IN ('invited', 'active', 'suspended')),
  created_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, crm_user_id),
  UNIQUE (workspace_id, account_id)
);
CREATE INDEX seats_by_account ON seats (account_id);

CREATE TABLE teams (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  id           uuid NOT NULL,
  name         text NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id)
);
CREATE UNIQUE INDEX teams_by_name ON teams (workspace_id, lower(name));

CREATE TABLE team_members (
  workspace_id uuid NOT NULL,
  team_id      uuid NOT NULL,
  crm_user_id  integer NOT NULL,
  PRIMARY KEY (workspace_id, team_id, crm_user_id),
  FOREIGN KEY (workspace_id, team_id) REFERENCES teams (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, crm_user_id) REFERENCES seats (workspace_id, crm_user_id) ON DELETE CASCADE
);
CREATE INDEX team_members_by_person ON team_members (workspace_id, crm_user_id);

-- ── the tenant: definitions (boards and pages) and their rows ────────────────────────────────────

CREATE TABLE definitions (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  id           uuid NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('board', 'page')),
  key          text NOT NULL,
  name         text NOT NULL,
  description  text NOT NULL DEFAULT '',
  settings     jsonb NOT NULL DEFAULT '{}',
  version      integer NOT NULL DEFAULT 1,   -- rises with every change of the definition, its columns or policies
  next_slot    integer NOT NULL DEFAULT 1,
  created_at   timestamptz NOT NULL DEFAULT now(),
  created_by   text NOT NULL,
  updated_at   timestamptz NOT NULL DEFAULT now(),
  deleted_at   timestamptz,
  PRIMARY KEY (workspace_id, id)
);
CREATE UNIQUE INDEX definitions_by_key ON definitions (workspace_id, key) WHERE deleted_at IS NULL;

-- Apart from definitions, so that the counter that every write moves stays in a narrow, hot row.
-- Its row lock is also what orders writers of rows against changes of the definition.
CREATE TABLE row_counters (
  workspace_id  uuid NOT NULL,
  definition_id uuid NOT NULL,
  next_position bigint NOT NULL DEFAULT 1,
  row_count     bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, definition_id),
  FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions (workspace_id, id)
) WITH (fillfactor = 50);

CREATE TABLE columns (
  workspace_id  uuid NOT NULL,
  id            uuid NOT NULL,
  definition_id uuid NOT NULL,
  slot          integer NOT NULL,         -- the column's number in stored cells: given once, never again
  key           text NOT NULL,
  name          text NOT NULL,
  type          text NOT NULL,
  description   text NOT NULL DEFAULT '',
  required      boolean NOT NULL DEFAULT false,
  "unique"      boolean NOT NULL DEFAULT false,
  position      integer NOT NULL,
  settings      jsonb NOT NULL DEFAULT '{}',
  created_at    timestamptz NOT NULL DEFAULT now(),
  updated_at    timestamptz NOT NULL DEFAULT now(),
  deleted_at    timestamptz,
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, definition_id, slot),
  FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions (workspace_id, id)
);
CREATE UNIQUE INDEX columns_by_key ON columns (workspace_id, definition_id, key) WHERE deleted_at IS NULL;

-- A column without a row here is open to everyone.
CREATE TABLE column_policies (
  workspace_id uuid NOT NULL,
  column_id    uuid NOT NULL,
  editable_by  jsonb NOT NULL,
  visible_to   jsonb NOT NULL,
  updated_at   timestamptz NOT NULL DEFAULT now(),
  updated_by   text NOT NULL,
  PRIMARY KEY (workspace_id, column_id),
  FOREIGN KEY (workspace_id, column_id) REFERENCES columns (workspace_id, id) ON DELETE CASCADE
);

CREATE TABLE rows (
  workspace_id  uuid NOT NULL,
  id            uuid NOT NULL,
  definition_id uuid NOT NULL,
  position      bigint NOT NULL,
  source        text NOT NULL CHECK (source IN ('api', 'page', 'import', 'manual')),
  cells         jsonb NOT NULL,           -- {slot: value}; an empty cell has no member
  external_id   text,
  import_run_id uuid,
  version       integer NOT NULL DEFAULT 1,
  created_at    timestamptz NOT NULL DEFAULT now(),
  created_by    text NOT NULL,            -- user:<crmUserId> or key:<keyId>
  updated_at    timestamptz NOT NULL DEFAULT now(),
  updated_by    text,                     -- null until someone changes it: most rows never are
  deleted_at    timestamptz,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions (workspace_id, id)
);
CREATE UNIQUE INDEX rows_by_position ON rows (workspace_id, definition_id, position);
-- The values of unique columns, by hash: one small index whatever the column's type.
CREATE TABLE unique_values (
  workspace_id uuid NOT NULL,
  column_id    uuid NOT NULL,
  value_hash   bytea NOT NULL,
  row_id       uuid NOT NULL,
  PRIMARY KEY (workspace_id, column_id, value_hash),
  FOREIGN KEY (workspace_id, column_id) REFERENCES columns (workspace_id, id),
  FOREIGN KEY (workspace_id, row_id) REFERENCES rows (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX unique_values_by_row ON unique_values (workspace_id, row_id);

-- What changed in a row after it was created. Its creation needs no entry: the row itself carries who,
-- when and how, and its first cells are today's cells with these changes taken back.
CREATE TABLE row_history (
  workspace_id uuid NOT NULL,
  row_id       uuid NOT NULL,
  id           uuid NOT NULL,
  at           timestamptz NOT NULL DEFAULT now(),
  actor        text NOT NULL,
  action       text NOT NULL,
  run_id       uuid,
  cells        jsonb NOT NULL,            -- {slot: [from, to]}
  PRIMARY KEY (workspace_id, row_id, id),
  FOREIGN KEY (workspace_id, row_id) REFERENCES rows (workspace_id, id)
);

-- A page's records by the sender's own id, with the first answer: a retry replays it even when people
-- have changed the row since, and a key that may not read learns nothing of their changes.
CREATE TABLE page_records (
  workspace_id  uuid NOT NULL,
  definition_id uuid NOT NULL,
  external_id   text NOT NULL,
  row_id        uuid NOT NULL,
  answer        jsonb NOT NULL,           -- {cells, filled, coerced, ignored}, by slot
  PRIMARY KEY (workspace_id, definition_id, external_id),
  FOREIGN KEY (workspace_id, row_id) REFERENCES rows (workspace_id, id)
);

-- ── the tenant: what happened ────────────────────────────────────────────────────────────────────

-- Ordered by the transaction that wrote them: a reader that stays below the oldest running transaction
-- misses nothing, and writers of one workspace don't queue for a counter.
CREATE TABLE events (
  workspace_id uuid NOT NULL,             -- no foreign key: every writer would lock the one workspace row
  xid          xid8 NOT NULL DEFAULT pg_current_xact_id(),
  id           uuid NOT NULL,
  type         text NOT NULL,
  at           timestamptz NOT NULL DEFAULT now(),
  actor        text NOT NULL,
  subject      text NOT NULL,             -- <noun>:<id> of what changed
  data         jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (workspace_id, xid, id)
);

CREATE TABLE idempotency_keys (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  actor        text NOT NULL,
  key          text NOT NULL,
  request_hash bytea NOT NULL,            -- SHA-256 of method, path and body
  status       integer,                   -- status and answer are null only inside the first request's transaction
  answer       bytea,                     -- the body, encrypted: some answers carry a secret once
  created_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, actor, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- ── the tenant: ingest ───────────────────────────────────────────────────────────────────────────

CREATE TABLE ingest_keys (
  workspace_id  uuid NOT NULL,
  id            uuid NOT NULL,
  definition_id uuid NOT NULL,
  name          text NOT NULL,
  scopes        text[] NOT NULL,
  prefix        text NOT NULL,
  last_four     text NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  created_by    text NOT NULL,
  last_used_at  timestamptz,
  revoked_at    timestamptz,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions (workspace_id, id)
);
CREATE INDEX ingest_keys_by_definition ON ingest_keys (workspace_id, definition_id);
ALTER TABLE key_hashes ADD FOREIGN KEY (workspace_id, key_id) REFERENCES ingest_keys (workspace_id, id);

-- The requests that a key was granted in the last minute: exact for limits up to 1,000 (one entry a
-- request), in steps of a second or ten above. Unlogged: a crash forgets at most a minute of it.
CREATE UNLOGGED TABLE ingest_rates (
  workspace_id uuid NOT NULL,
  key_id       uuid NOT NULL,
  route        text NOT NULL,
  granted_at   bigint[] NOT NULL DEFAULT '{}',  -- µs since 1970, rising
  granted      integer[] NOT NULL DEFAULT '{}', -- how many at each
  PRIMARY KEY (workspace_id, key_id, route)
) WITH (fillfactor = 50);

-- What each write request of a key came to. Nothing but the key's own request decides whether it is kept,
-- so it has no foreign key to slow it down; it goes with its definition.
CREATE TABLE receipts (
  workspace_id   uuid NOT NULL,
  definition_id  uuid NOT NULL,
  id             uuid NOT NULL,
  key_id         uuid NOT NULL,
  at             timestamptz NOT NULL DEFAULT now(),
  outcome        text NOT NULL CHECK (outcome IN ('created', 'updated', 'replayed', 'refused')),
  row_count      integer NOT NULL,
  first_position bigint,                  -- of the rows it made, which stand in a line
  details        jsonb,                   -- {coerced, ignored, refused}, by slot; null when all was stored as sent
  PRIMARY KEY (workspace_id, definition_id, id)
);

-- ── who may touch what ───────────────────────────────────────────────────────────────────────────

-- The workspace and the account of the current transaction, as set by the server's one door to the pool.
CREATE FUNCTION current_workspace() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.workspace_id', true), '')::uuid;
CREATE FUNCTION current_account() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.account_id', true), '')::uuid;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['seats', 'teams', 'team_members', 'definitions', 'row_counters', 'columns',
    'column_policies', 'rows', 'unique_values', 'page_records', 'row_history', 'events', 'idempotency_keys', 'ingest_keys',
    'ingest_rates', 'receipts']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (workspace_id = (SELECT current_workspace()))', t);
  END LOOP;
END $$;

-- A signed-in account finds its own seats, their teams and workspaces across tenants: the workspace
-- switcher. A query about one workspace therefore always says so: workspace_id = current_workspace().
CREATE POLICY own_seats ON seats FOR SELECT USING (account_id = (SELECT current_account()));
CREATE POLICY own_team_members ON team_members FOR SELECT USING ((workspace_id, crm_user_id) IN (
  SELECT workspace_id, crm_user_id FROM seats WHERE account_id = (SELECT current_account())));
ALTER TABLE workspaces ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspaces FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON workspaces USING (id = (SELECT current_workspace()));
CREATE POLICY own_workspaces ON workspaces FOR SELECT USING (
  id IN (SELECT workspace_id FROM seats WHERE account_id = (SELECT current_account())));
-- Operator commands find a workspace by its slug, and sign-up learns whether there is one: the list of
-- workspaces is shown to a transaction that asks for it, what is in them never.
CREATE POLICY all_workspaces ON workspaces FOR SELECT
  USING (current_setting('app.all_workspaces', true) = 'on');

GRANT USAGE ON SCHEMA public TO sourcebook_app; -- for databases that took it from everyone
GRANT SELECT, INSERT, UPDATE, DELETE ON access_tokens, invitations, signin_failures, seats, teams,
  team_members, column_policies, unique_values, idempotency_keys, ingest_rates TO sourcebook_app;
GRANT SELECT, INSERT, UPDATE ON accounts, workspaces, definitions, row_counters, columns, rows,
  ingest_keys TO sourcebook_app;
GRANT SELECT, INSERT ON key_hashes, page_records, row_history, events, receipts TO sourcebook_app;
