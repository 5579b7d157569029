-- What must not change is sealed in a chain of blocks: see ARCHITECTURE.md, "How history is sealed".

-- The number of the transaction that wrote an entry, as events have it: entries below the horizon are all there, for
-- good. Those from before this migration have 0.
ALTER TABLE row_history ADD COLUMN xid xid8 NOT NULL DEFAULT '0';
ALTER TABLE row_history ALTER COLUMN xid SET DEFAULT event_xid();
CREATE INDEX row_history_by_xid ON row_history (workspace_id, xid, id);

ALTER TABLE obligation_history ADD COLUMN xid xid8 NOT NULL DEFAULT '0';
ALTER TABLE obligation_history ALTER COLUMN xid SET DEFAULT event_xid();
CREATE INDEX obligation_history_by_xid ON obligation_history (workspace_id, xid, id);

ALTER TABLE deal_entries ADD COLUMN xid xid8 NOT NULL DEFAULT '0';
ALTER TABLE deal_entries ALTER COLUMN xid SET DEFAULT event_xid();
CREATE INDEX deal_entries_by_xid ON deal_entries (workspace_id, xid, id);

ALTER TABLE agreement_signatures ADD COLUMN xid xid8 NOT NULL DEFAULT '0';
ALTER TABLE agreement_signatures ALTER COLUMN xid SET DEFAULT event_xid();
CREATE INDEX agreement_signatures_by_xid ON agreement_signatures (workspace_id, xid, id);

-- The entries of row_history that were purged with their rows. Of what they said, only a hash is left.
CREATE TABLE purged_history (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  id           uuid NOT NULL, -- of the entry
  row_id       uuid NOT NULL,
  content_hash bytea NOT NULL,
  at           timestamptz NOT NULL DEFAULT now(),
  xid          xid8 NOT NULL DEFAULT event_xid(),
  PRIMARY KEY (workspace_id, id, row_id)
);
CREATE INDEX purged_history_by_xid ON purged_history (workspace_id, xid, id);
ALTER TABLE purged_history ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON purged_history USING (workspace_id = (SELECT current_workspace()));
GRANT SELECT ON purged_history TO sourcebook_app;

-- A block lists entries of one kind in the order of (xid, id), from where that kind's block before ended.
CREATE TABLE chain_blocks (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  number       bigint NOT NULL CHECK (number > 0),
  kind         text NOT NULL,
  form         smallint NOT NULL, -- how entries are written for hashing
  last_xid     xid8 NOT NULL,
  last_id      uuid NOT NULL,
  sealed_us    bigint NOT NULL,   -- µs since 1970; the same for blocks that were sealed together
  latest_us    bigint NOT NULL,   -- when the latest of its entries was written
  entries      bytea NOT NULL,    -- of each: its id (16 bytes) and its SHA-256
  hash         bytea NOT NULL,    -- SHA-256 over the hash before and everything above
  PRIMARY KEY (workspace_id, number)
);
CREATE INDEX chain_blocks_by_kind ON chain_blocks (workspace_id, kind, number);
ALTER TABLE chain_blocks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON chain_blocks USING (workspace_id = (SELECT current_workspace()));
GRANT SELECT, INSERT ON chain_blocks TO sourcebook_app;

-- The last block, sealed with the secret key: whoever has only the database cannot make another chain.
CREATE TABLE chain_heads (
  workspace_id uuid PRIMARY KEY REFERENCES workspaces (id),
  number       bigint NOT NULL,
  hash         bytea NOT NULL,
  proof        bytea NOT NULL
);
ALTER TABLE chain_heads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON chain_heads USING (workspace_id = (SELECT current_workspace()));
GRANT SELECT, INSERT, UPDATE ON chain_heads TO sourcebook_app;
