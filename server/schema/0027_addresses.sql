-- Email addresses of boards and pages: an email to one becomes a row.

-- Leads from an address to its workspace. An address is never given out twice.
CREATE TABLE intake_mailboxes (
  local_part text PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  address_id uuid NOT NULL
);
GRANT SELECT, INSERT ON intake_mailboxes TO sourcebook_app;

CREATE TABLE intake_addresses (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  definition_id uuid NOT NULL,
  local_part text NOT NULL,
  -- Which column gets which part of an email: {"from": "<column id>", …}
  columns jsonb NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  last_received_at timestamptz,
  -- When a receipt last said that too many emails come.
  flood_noted_at timestamptz,
  removed_at timestamptz,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions (workspace_id, id)
);
CREATE INDEX intake_addresses_by_definition ON intake_addresses (workspace_id, definition_id, id);
ALTER TABLE intake_addresses ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON intake_addresses USING (workspace_id = (SELECT current_workspace()));
GRANT SELECT, INSERT, UPDATE ON intake_addresses TO sourcebook_app;

-- Every email that an address has taken, by the SHA-256 of its Message-ID, so that each is taken once.
CREATE TABLE intake_messages (
  workspace_id uuid NOT NULL,
  address_id uuid NOT NULL,
  message_hash bytea NOT NULL,
  -- Who it says it is from, in lower case.
  sender text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, address_id, message_hash),
  FOREIGN KEY (workspace_id, address_id) REFERENCES intake_addresses (workspace_id, id)
);
CREATE INDEX intake_messages_by_time ON intake_messages (workspace_id, address_id, received_at);
ALTER TABLE intake_messages ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON intake_messages USING (workspace_id = (SELECT current_workspace()));
GRANT SELECT, INSERT ON intake_messages TO sourcebook_app;
