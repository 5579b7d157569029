-- Conversations: threads, messages, what becomes of each, and the ways out and in.

CREATE TABLE channels (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  id           uuid NOT NULL,
  name         text NOT NULL,
  medium       text NOT NULL CHECK (medium IN ('text', 'email')),
  provider     text NOT NULL CHECK (provider IN ('smtp', 'twilio', 'local')),
  from_address text NOT NULL,
  settings     jsonb NOT NULL DEFAULT '{}',
  credentials  bytea,                     -- sealed, bound to the workspace and the channel; never read back
  hook_hash    bytea NOT NULL,            -- SHA-256 of the hook secret
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  removed_at   timestamptz,               -- messages that went through it go on naming it
  slots_until  timestamptz,               -- of one with a pace: when it may send what has no time yet
  PRIMARY KEY (workspace_id, id)
);
CREATE UNIQUE INDEX channels_by_name ON channels (workspace_id, lower(name)) WHERE removed_at IS NULL;

-- The directory: which workspace a hook's channel is of, and which channel takes email to an address.
CREATE TABLE channel_hooks (
  channel_id   uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  address      text                       -- of one of email that stands
);
CREATE INDEX channel_hooks_by_address ON channel_hooks (address, channel_id) WHERE address IS NOT NULL;

CREATE TABLE templates (
  workspace_id  uuid NOT NULL,
  id            uuid NOT NULL,
  name          text NOT NULL,
  medium        text NOT NULL CHECK (medium IN ('text', 'email')),
  definition_id uuid NOT NULL,
  subject       text,
  content       text NOT NULL,
  content_html  text,
  created_at    timestamptz NOT NULL DEFAULT now(),
  updated_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions (workspace_id, id)
);
CREATE UNIQUE INDEX templates_by_name ON templates (workspace_id, medium, lower(name));

CREATE TABLE opt_outs (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  medium       text NOT NULL CHECK (medium IN ('text', 'email')),
  address      text NOT NULL,
  opted_out    boolean NOT NULL,
  reason       text,
  updated_at   timestamptz NOT NULL DEFAULT now(),
  updated_by   text NOT NULL,             -- user:<crmUserId> or contact
  PRIMARY KEY (workspace_id, medium, address)
);
CREATE INDEX opt_outs_by_address ON opt_outs (workspace_id, address, medium);

CREATE TABLE conversations (
  workspace_id    uuid NOT NULL REFERENCES workspaces (id),
  id              integer NOT NULL,
  medium          text NOT NULL CHECK (medium IN ('text', 'email')),
  address         text NOT NULL,          -- E.164, or an email address in lower case
  subject         text,
  status          text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'snoozed', 'closed')),
  snoozed_until   timestamptz,            -- past: it is open
  assigned_to     integer,
  channel_id      uuid,                   -- the one last used
  definition_id   uuid,
  row_id          uuid,
  unread_count    integer NOT NULL DEFAULT 0 CHECK (unread_count >= 0),
  last_message_at timestamptz,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id),
  CHECK (medium = 'email' OR subject IS NULL),
  CHECK (row_id IS NULL OR definition_id IS NOT NULL), -- a row that is purged leaves its definition behind
  FOREIGN KEY (workspace_id, channel_id) REFERENCES channels (workspace_id, id),
  FOREIGN KEY (workspace_id, row_id) REFERENCES rows (workspace_id, id)
    ON DELETE SET NULL (row_id)
);
CREATE UNIQUE INDEX conversations_of_numbers ON conversations (workspace_id, address)
  WHERE medium = 'text';
CREATE INDEX conversations_by_address ON conversations (workspace_id, medium, address, id);
-- By one expression without NULLs, so that a page begins where the one before ended by comparing pairs.
CREATE INDEX conversations_by_activity ON conversations
  (workspace_id, greatest(last_message_at, '-infinity'::timestamptz), id);
CREATE INDEX conversations_by_row ON conversations (workspace_id, row_id, id) WHERE row_id IS NOT NULL;

CREATE TABLE messages (
  workspace_id    uuid NOT NULL,
  id              integer NOT NULL,
  conversation_id integer NOT NULL,
  parent_id       integer,
  retry_of        integer,                -- the message that failed and is sent once more
  medium          text NOT NULL CHECK (medium IN ('text', 'email')),
  direction       text NOT NULL CHECK (direction IN ('inbound', 'outbound')),
  status          text NOT NULL CHECK (status IN ('queued', 'sending', 'sent', 'delivered', 'read',
                    'undelivered', 'failed', 'canceled', 'received')),
  subject         text,
  content         text NOT NULL,
  content_html    text,
  external_id     text,                   -- a SID, or a Message-ID with its brackets
  in_reply_to     text,                   -- of email, outbound: the Message-IDs that its headers name
  reference_ids   text[],
  sender_id       integer,
  sender_name     text,
  sender_type     text NOT NULL CHECK (sender_type IN ('user', 'contact', 'automation', 'system')),
  channel_id      uuid,
  template_id     uuid,                   -- what was sent with it; the template may be gone
  text_facts      jsonb,                  -- {error_code, error_message, media_count, provider, segment_count}
  call            jsonb,                  -- as it is answered
  call_recordings text[],                 -- every one that was told, so that each counts once
  media_urls      text[],                 -- of inbound texts: still to be fetched from the provider
  occurred_at     timestamptz NOT NULL DEFAULT now(),
  recorded_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  delivered_at    timestamptz,
  read_at         timestamptz,
  deleted_at      timestamptz,
  PRIMARY KEY (workspace_id, id),
  CHECK (medium = 'email' OR (subject IS NULL AND content_html IS NULL)),
  FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations (workspace_id, id),
  FOREIGN KEY (workspace_id, parent_id) REFERENCES messages (workspace_id, id),
  FOREIGN KEY (workspace_id, retry_of) REFERENCES messages (workspace_id, id),
  FOREIGN KEY (workspace_id, channel_id) REFERENCES channels (workspace_id, id)
) WITH (fillfactor = 80);
CREATE INDEX messages_by_conversation ON messages (workspace_id, conversation_id, id);
CREATE INDEX messages_by_retried ON messages (workspace_id, retry_of) WHERE retry_of IS NOT NULL;
-- Those whose files are still to be fetched.
CREATE INDEX messages_by_media ON messages (workspace_id, id)
  WHERE media_urls IS NOT NULL AND deleted_at IS NULL;
-- One message of a provider's id and direction, however often it is told.
CREATE UNIQUE INDEX messages_by_external_id ON messages (workspace_id, direction, external_id)
  WHERE external_id IS NOT NULL;

CREATE TABLE message_attachments (
  workspace_id uuid NOT NULL,
  message_id   integer NOT NULL,
  position     integer NOT NULL,
  file_id      uuid NOT NULL,
  PRIMARY KEY (workspace_id, message_id, position),
  FOREIGN KEY (workspace_id, message_id) REFERENCES messages (workspace_id, id),
  FOREIGN KEY (workspace_id, file_id) REFERENCES files (workspace_id, id)
);
CREATE INDEX message_attachments_by_file ON message_attachments (workspace_id, file_id);

-- What becomes of an outbound message: apart from it, since workers write here with every attempt. The state table
-- stands above its code. The fence rises with each claim; who settles under an older one settles nothing.
CREATE TABLE message_deliveries (
  workspace_id    uuid NOT NULL,
  message_id      integer NOT NULL,
  state           text NOT NULL DEFAULT 'pending'
                  CHECK (state IN ('pending', 'claimed', 'sent', 'failed', 'cancelled', 'uncertain')),
  attempts        integer NOT NULL DEFAULT 0,
  first_attempt_at timestamptz,
  next_attempt_at timestamptz,
  slot_at         timestamptz,            -- the time that its channel's pace has given it
  claimed_at      timestamptz,
  claimed_by      text,
  leased_until    timestamptz,
  fence           integer NOT NULL DEFAULT 0,
  began_at        timestamptz,            -- submission of a text began: it is never sent again blindly
  error           text,
  settled_at      timestamptz,
  PRIMARY KEY (workspace_id, message_id),
  CHECK ((state = 'pending') = (next_attempt_at IS NOT NULL)),
  CHECK ((state = 'claimed') = (leased_until IS NOT NULL)),
  CHECK ((state IN ('sent', 'failed', 'cancelled', 'uncertain')) = (settled_at IS NOT NULL)),
  FOREIGN KEY (workspace_id, message_id) REFERENCES messages (workspace_id, id)
) WITH (fillfactor = 50);
CREATE INDEX message_deliveries_due ON message_deliveries (workspace_id, next_attempt_at, message_id)
  WHERE state = 'pending';
CREATE INDEX message_deliveries_leased ON message_deliveries (workspace_id, leased_until)
  WHERE state = 'claimed';

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['channels', 'templates', 'opt_outs', 'conversations', 'messages',
    'message_attachments', 'message_deliveries']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (workspace_id = (SELECT current_workspace()))', t);
  END LOOP;
END $$;

GRANT SELECT, INSERT, UPDATE ON channels, conversations, messages, message_deliveries, opt_outs
  TO sourcebook_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON templates TO sourcebook_app;
GRANT SELECT, INSERT ON message_attachments, channel_hooks TO sourcebook_app;
GRANT UPDATE (address) ON channel_hooks TO sourcebook_app;
