-- What is owed and by when, the documents that meet it, and the numbers by which a workspace counts its things.

-- The next number of each kind of thing that has an integer for an id. A row is locked from the number's taking to the
-- end of the transaction, so it is taken late; numbers of what was rolled back are given again.
CREATE TABLE integer_ids (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  kind         text NOT NULL,
  next_id      integer NOT NULL,
  PRIMARY KEY (workspace_id, kind)
) WITH (fillfactor = 50);

-- Whom the sweeper escalates to; null: a manager, else an owner.
ALTER TABLE workspaces ADD COLUMN escalation_user_id integer;

CREATE TABLE documents (
  workspace_id  uuid NOT NULL REFERENCES workspaces (id),
  id            integer NOT NULL,
  name          text NOT NULL,
  document_type text NOT NULL,
  url           text,
  file_id       uuid,
  created_at    timestamptz NOT NULL DEFAULT now(),
  created_by    text NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, file_id) REFERENCES files (workspace_id, id)
);
CREATE INDEX documents_by_type ON documents (workspace_id, document_type, id);
CREATE INDEX documents_by_file ON documents (workspace_id, file_id) WHERE file_id IS NOT NULL;

CREATE TABLE obligations (
  workspace_id           uuid NOT NULL REFERENCES workspaces (id),
  id                     integer NOT NULL,
  title                  text NOT NULL,
  description            text,
  notes                  text,
  obligation_type        text NOT NULL,
  status                 text NOT NULL DEFAULT 'open'
    CHECK (status IN ('open', 'in_progress', 'submitted', 'completed', 'waived', 'cancelled')),
  priority               text NOT NULL DEFAULT 'normal'
    CHECK (priority IN ('low', 'normal', 'high', 'urgent')),
  amount_minor           bigint CHECK (amount_minor BETWEEN 0 AND 9007199254740991),
  currency               text,
  due_at                 timestamptz,
  assigned_to_user_id    integer,
  counterparty_id        bigint,
  facility_id            bigint,
  decision_id            bigint,
  document_id            integer,
  submission_id          bigint,
  parent_id              integer,
  deal_row_id            uuid,
  detail                 jsonb NOT NULL DEFAULT '{}',
  recurrence_rule        text,
  required_document_type text,
  responsible_party      text NOT NULL DEFAULT 'internal',
  sla_hours              integer,
  sla_breach_at          timestamptz,     -- stands still once it is closed
  -- A series: its first due time (DTSTART), and the instance before this one. Whatever races, an instance has one
  -- successor at most.
  series_start           timestamptz,
  series_due_at          timestamptz,     -- its place in the series: due_at, before that was moved
  predecessor_id         integer,
  escalated_at           timestamptz,
  escalated_to_user_id   integer,
  closed_at              timestamptz,     -- completed, waived or cancelled
  closed_by_user_id      integer,
  closed_reason          text,            -- of a waiver or a cancellation
  created_at             timestamptz NOT NULL DEFAULT now(),
  updated_at             timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id),
  CHECK ((amount_minor IS NULL) = (currency IS NULL)),
  CHECK ((status IN ('completed', 'waived', 'cancelled')) = (closed_at IS NOT NULL)),
  CHECK (status <> 'waived' OR coalesce(closed_reason, '') ~ '\S'),
  CHECK (recurrence_rule IS NULL OR num_nulls(due_at, series_start, series_due_at) = 0),
  CHECK (parent_id <> id),
  FOREIGN KEY (workspace_id, parent_id) REFERENCES obligations (workspace_id, id),
  FOREIGN KEY (workspace_id, predecessor_id) REFERENCES obligations (workspace_id, id),
  FOREIGN KEY (workspace_id, document_id) REFERENCES documents (workspace_id, id),
  -- A row that leaves the trash for good leaves what was owed.
  FOREIGN KEY (workspace_id, deal_row_id) REFERENCES rows (workspace_id, id)
    ON DELETE SET NULL (deal_row_id)
);
CREATE UNIQUE INDEX obligations_by_predecessor ON obligations (workspace_id, predecessor_id)
  WHERE predecessor_id IS NOT NULL;
-- What is never due comes last, whichever way a list goes.
CREATE INDEX obligations_by_due ON obligations (workspace_id, least(due_at, 'infinity'), id);
CREATE INDEX obligations_by_due_down ON obligations (workspace_id, greatest(due_at, '-infinity'), id);
CREATE INDEX obligations_by_assignee ON obligations (workspace_id, assigned_to_user_id, id)
  WHERE assigned_to_user_id IS NOT NULL;
CREATE INDEX obligations_by_row ON obligations (workspace_id, deal_row_id, id)
  WHERE deal_row_id IS NOT NULL;
CREATE INDEX obligations_by_parent ON obligations (workspace_id, parent_id, id)
  WHERE parent_id IS NOT NULL;
CREATE INDEX obligations_by_document ON obligations (workspace_id, document_id)
  WHERE document_id IS NOT NULL;
CREATE INDEX obligations_to_breach ON obligations (workspace_id, sla_breach_at, id)
  WHERE closed_at IS NULL;
CREATE INDEX obligations_to_escalate ON obligations (workspace_id, sla_breach_at, id)
  WHERE closed_at IS NULL AND escalated_at IS NULL;

CREATE TABLE obligation_history (
  workspace_id  uuid NOT NULL,
  obligation_id integer NOT NULL,
  id            uuid NOT NULL,
  at            timestamptz NOT NULL DEFAULT clock_timestamp(), -- under the obligation's lock: it rises
  actor         text NOT NULL,
  action        text NOT NULL,
  reason        text,
  changes       jsonb NOT NULL DEFAULT '[]', -- [{field, from, to}]
  successor_id  integer,
  PRIMARY KEY (workspace_id, obligation_id, at, id),
  FOREIGN KEY (workspace_id, obligation_id) REFERENCES obligations (workspace_id, id)
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['integer_ids', 'documents', 'obligations', 'obligation_history']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (workspace_id = (SELECT current_workspace()))', t);
  END LOOP;
END $$;

GRANT SELECT, INSERT, UPDATE ON integer_ids, obligations TO sourcebook_app;
GRANT SELECT, INSERT ON documents, obligation_history TO sourcebook_app;
