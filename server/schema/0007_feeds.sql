-- Events pushed to addresses outside: webhooks, how far each has come in the feed, and what became of every delivery.

CREATE TABLE webhooks (
  workspace_id    uuid NOT NULL REFERENCES workspaces (id),
  id              uuid NOT NULL,
  url             text NOT NULL,
  types           text[] NOT NULL,        -- rows.created, rows.* or *
  role            text NOT NULL CHECK (role IN ('owner', 'admin', 'manager', 'member', 'viewer')),
  definition_ids  uuid[],                 -- null: of all
  description     text NOT NULL DEFAULT '',
  enabled         boolean NOT NULL,
  disabled_reason text,
  secret          bytea NOT NULL,         -- sealed, bound to the workspace and the webhook
  past_secret     bytea,                  -- the one before, which signs too until past_until
  past_until      timestamptz,
  created_at      timestamptz NOT NULL DEFAULT now(),
  created_by      text NOT NULL,
  updated_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id)
);

-- Apart from webhooks, since it moves with every delivery: the last event that was looked at, and which worker has the
-- webhook until when. The fence rises with each claim, and whoever writes under an older one writes nothing.
CREATE TABLE webhook_tails (
  workspace_id uuid NOT NULL,
  webhook_id   uuid NOT NULL,
  xid          xid8 NOT NULL,
  event_id     uuid NOT NULL,
  fence        bigint NOT NULL DEFAULT 0,
  leased_until timestamptz NOT NULL DEFAULT '-infinity',
  PRIMARY KEY (workspace_id, webhook_id),
  FOREIGN KEY (workspace_id, webhook_id) REFERENCES webhooks (workspace_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50);

-- Ids of events and no payloads: what the role may see is made anew at each try.
CREATE TABLE webhook_deliveries (
  workspace_id    uuid NOT NULL,
  webhook_id      uuid NOT NULL,
  id              uuid NOT NULL,          -- the header webhook-id
  event_xid       xid8,                   -- null for a test
  event_id        uuid,
  type            text NOT NULL,
  state           text NOT NULL DEFAULT 'pending'
                  CHECK (state IN ('pending', 'delivered', 'failed', 'dropped')),
  attempts        integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz DEFAULT now(),
  last_status     integer,
  last_error      text,
  log             jsonb NOT NULL DEFAULT '[]', -- [{at, status, error, ms}], the last 20
  created_at      timestamptz NOT NULL DEFAULT now(),
  settled_at      timestamptz,
  PRIMARY KEY (workspace_id, webhook_id, id),
  FOREIGN KEY (workspace_id, webhook_id) REFERENCES webhooks (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (workspace_id, webhook_id, next_attempt_at, id)
  WHERE state = 'pending';
CREATE INDEX webhook_deliveries_settled ON webhook_deliveries (workspace_id, settled_at)
  WHERE settled_at IS NOT NULL;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['webhooks', 'webhook_tails', 'webhook_deliveries']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (workspace_id = (SELECT current_workspace()))', t);
  END LOOP;
END $$;

GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks, webhook_tails, webhook_deliveries TO sourcebook_app;
