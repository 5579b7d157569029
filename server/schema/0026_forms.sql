-- Rows come in through forms, and what looks like spam is kept apart until somebody accepts it.

-- ── forms ────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE forms (
  workspace_id  uuid NOT NULL,
  id            uuid NOT NULL,
  definition_id uuid NOT NULL,
  public_id     text NOT NULL,
  name          text NOT NULL,
  title         text NOT NULL,
  intro         text,
  -- In order: {id, key, label, help, required}.
  columns       jsonb NOT NULL,
  thanks        text,
  redirect_url  text,
  origins       text[] NOT NULL DEFAULT '{}',
  closes_at     timestamptz,
  limit_per_day integer,
  notify        integer[] NOT NULL DEFAULT '{}',
  drafts        boolean NOT NULL DEFAULT false,
  created_at    timestamptz NOT NULL DEFAULT now(),
  created_by    text NOT NULL,
  updated_at    timestamptz NOT NULL DEFAULT now(),
  removed_at    timestamptz,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions (workspace_id, id)
);
CREATE UNIQUE INDEX forms_by_name ON forms (workspace_id, definition_id, lower(name)) WHERE removed_at IS NULL;

ALTER TABLE forms ENABLE ROW LEVEL SECURITY;
ALTER TABLE forms FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON forms USING (workspace_id = (SELECT current_workspace()));
GRANT SELECT, INSERT, UPDATE ON forms TO sourcebook_app;

-- The directory: which workspace a form's address belongs to. Like that of keys, it refers to no table of workspaces.
CREATE TABLE form_links (
  public_id    text PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces,
  form_id      uuid NOT NULL
);
GRANT SELECT, INSERT ON form_links TO sourcebook_app;

-- How many rows came through a form in a day, and what the people to notify do not know of yet.
CREATE TABLE form_days (
  workspace_id uuid NOT NULL,
  form_id      uuid NOT NULL,
  day          date NOT NULL,
  sent         integer NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, form_id, day),
  FOREIGN KEY (workspace_id, form_id) REFERENCES forms (workspace_id, id)
);
ALTER TABLE form_days ENABLE ROW LEVEL SECURITY;
ALTER TABLE form_days FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON form_days USING (workspace_id = (SELECT current_workspace()));
GRANT SELECT, INSERT, UPDATE, DELETE ON form_days TO sourcebook_app;

CREATE TABLE form_notices (
  workspace_id uuid NOT NULL,
  form_id      uuid NOT NULL,
  -- How many rows nobody was told of yet, and the last of them.
  untold       integer NOT NULL,
  row_id       uuid NOT NULL,
  told_at      timestamptz,
  PRIMARY KEY (workspace_id, form_id),
  FOREIGN KEY (workspace_id, form_id) REFERENCES forms (workspace_id, id)
);
ALTER TABLE form_notices ENABLE ROW LEVEL SECURITY;
ALTER TABLE form_notices FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON form_notices USING (workspace_id = (SELECT current_workspace()));
GRANT SELECT, INSERT, UPDATE, DELETE ON form_notices TO sourcebook_app;

-- What was sent through a form in the last minutes, in all (an empty sender) and by each address, as a keyed hash. Unlogged:
-- a crash of the database forgets it.
CREATE UNLOGGED TABLE form_rates (
  workspace_id uuid NOT NULL,
  form_id      uuid NOT NULL,
  sender       bytea NOT NULL,
  since        timestamptz NOT NULL DEFAULT now(),
  sent         integer NOT NULL DEFAULT 0,
  unproven     integer NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, form_id, sender)
);
ALTER TABLE form_rates ENABLE ROW LEVEL SECURITY;
ALTER TABLE form_rates FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON form_rates USING (workspace_id = (SELECT current_workspace()));
GRANT SELECT, INSERT, UPDATE, DELETE ON form_rates TO sourcebook_app;

-- ── drafts ───────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE form_drafts (
  workspace_id uuid NOT NULL,
  id           uuid NOT NULL,
  form_id      uuid NOT NULL,
  secret_hash  bytea NOT NULL,
  -- What was typed, by the id of the column.
  fields       jsonb NOT NULL,
  expires_at   timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, form_id) REFERENCES forms (workspace_id, id)
);
CREATE UNIQUE INDEX form_drafts_by_secret ON form_drafts (workspace_id, form_id, secret_hash);
CREATE INDEX form_drafts_by_expiry ON form_drafts (workspace_id, expires_at);
ALTER TABLE form_drafts ENABLE ROW LEVEL SECURITY;
ALTER TABLE form_drafts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON form_drafts USING (workspace_id = (SELECT current_workspace()));
GRANT SELECT, INSERT, UPDATE, DELETE ON form_drafts TO sourcebook_app;

CREATE TABLE form_draft_files (
  workspace_id uuid NOT NULL,
  draft_id     uuid NOT NULL,
  column_id    uuid NOT NULL,
  file_id      uuid NOT NULL,
  PRIMARY KEY (workspace_id, draft_id, file_id),
  FOREIGN KEY (workspace_id, draft_id) REFERENCES form_drafts (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, file_id) REFERENCES files (workspace_id, id)
);
CREATE INDEX form_draft_files_by_file ON form_draft_files (workspace_id, file_id);
ALTER TABLE form_draft_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE form_draft_files FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON form_draft_files USING (workspace_id = (SELECT current_workspace()));
GRANT SELECT, INSERT, DELETE ON form_draft_files TO sourcebook_app;

-- ── receipts ─────────────────────────────────────────────────────────────────────────────────────

-- There may be millions. The next migration reads them all, while others write; here, everybody would wait for it.
ALTER TABLE receipts
  ALTER COLUMN key_id DROP NOT NULL,
  ADD COLUMN form_id uuid,
  ADD COLUMN address_id uuid,
  ADD CONSTRAINT receipts_sender_check CHECK (num_nonnulls(key_id, form_id, address_id) = 1) NOT VALID,
  DROP CONSTRAINT receipts_outcome_check,
  ADD CONSTRAINT receipts_outcome_check
    CHECK (outcome IN ('created', 'updated', 'replayed', 'refused', 'blocked')) NOT VALID;

-- What was sent with a blocked receipt, which itself never changes. After 30 days it is deleted.
CREATE TABLE blocked_arrivals (
  workspace_id  uuid NOT NULL,
  receipt_id    uuid NOT NULL,
  definition_id uuid NOT NULL,
  -- As it was sent, and as people read it: both by the id of the column.
  sent          jsonb NOT NULL,
  shown         jsonb NOT NULL,
  at            timestamptz NOT NULL DEFAULT now(),
  accepted_by   text,
  row_id        uuid,
  PRIMARY KEY (workspace_id, receipt_id)
);
CREATE INDEX blocked_arrivals_by_age ON blocked_arrivals (workspace_id, at);
ALTER TABLE blocked_arrivals ENABLE ROW LEVEL SECURITY;
ALTER TABLE blocked_arrivals FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON blocked_arrivals USING (workspace_id = (SELECT current_workspace()));
GRANT SELECT, INSERT, UPDATE, DELETE ON blocked_arrivals TO sourcebook_app;

CREATE TABLE blocked_files (
  workspace_id uuid NOT NULL,
  receipt_id   uuid NOT NULL,
  file_id      uuid NOT NULL,
  PRIMARY KEY (workspace_id, receipt_id, file_id),
  FOREIGN KEY (workspace_id, receipt_id) REFERENCES blocked_arrivals (workspace_id, receipt_id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, file_id) REFERENCES files (workspace_id, id)
);
CREATE INDEX blocked_files_by_file ON blocked_files (workspace_id, file_id);
ALTER TABLE blocked_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE blocked_files FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON blocked_files USING (workspace_id = (SELECT current_workspace()));
GRANT SELECT, INSERT, DELETE ON blocked_files TO sourcebook_app;
