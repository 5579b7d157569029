-- The money of deals. What happened is entries and their parts, which only ever come to be; what follows from them is
-- kept beside, so that a balance is read and not summed. One deal's row is the lock for all that moves its money.

CREATE TABLE deals (
  workspace_id        uuid NOT NULL REFERENCES workspaces (id),
  id                  integer NOT NULL,
  name                text NOT NULL,
  currency            text NOT NULL,
  funded_minor        bigint CHECK (funded_minor BETWEEN 0 AND 9007199254740991),
  deal_row_id         uuid,
  notes               text,
  -- Kept sums, less reversals.
  expected_minor      bigint NOT NULL DEFAULT 0 CHECK (expected_minor BETWEEN 0 AND 9007199254740991),
  collected_minor     bigint NOT NULL DEFAULT 0 CHECK (collected_minor BETWEEN 0 AND 9007199254740991),
  clawed_minor        bigint NOT NULL DEFAULT 0 CHECK (clawed_minor BETWEEN 0 AND collected_minor),
  -- Of those, what no stake has.
  house_collected_minor bigint NOT NULL DEFAULT 0 CHECK (house_collected_minor BETWEEN 0 AND collected_minor),
  house_clawed_minor  bigint NOT NULL DEFAULT 0 CHECK (house_clawed_minor BETWEEN 0 AND house_collected_minor),
  entry_count         integer NOT NULL DEFAULT 0, -- the position of the last entry
  created_at          timestamptz NOT NULL DEFAULT now(),
  updated_at          timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, deal_row_id) REFERENCES rows (workspace_id, id)
    ON DELETE SET NULL (deal_row_id)
) WITH (fillfactor = 70);
CREATE INDEX deals_by_row ON deals (workspace_id, deal_row_id, id) WHERE deal_row_id IS NOT NULL;

CREATE TABLE deal_splits (
  workspace_id      uuid NOT NULL,
  deal_id           integer NOT NULL,
  id                integer NOT NULL,
  party_kind        text NOT NULL CHECK (party_kind IN ('account', 'crm_user', 'external', 'house')),
  account_id        uuid,
  crm_user_id       integer,
  external_party    text,
  basis             text NOT NULL CHECK (basis IN ('gross', 'funded', 'flat', 'net')),
  share_ppm         integer CHECK (share_ppm BETWEEN 1 AND 1000000),
  flat_amount_minor bigint CHECK (flat_amount_minor BETWEEN 1 AND 9007199254740991),
  notes             text,
  status            text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive')),
  held_at           timestamptz,
  released_at       timestamptz,
  held_reason       text,
  released_reason   text,
  deactivated_at    timestamptz,
  deactivated_reason text,
  predecessor_id    integer,
  successor_id      integer,
  -- Kept sums, less reversals and voided draws.
  collected_minor   bigint NOT NULL DEFAULT 0 CHECK (collected_minor BETWEEN 0 AND 9007199254740991),
  clawed_minor      bigint NOT NULL DEFAULT 0 CHECK (clawed_minor BETWEEN 0 AND collected_minor),
  drawn_minor       bigint NOT NULL DEFAULT 0 CHECK (drawn_minor BETWEEN 0 AND 9007199254740991),
  created_at        timestamptz NOT NULL DEFAULT now(),
  updated_at        timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, deal_id, id),
  CHECK ((party_kind = 'account') = (account_id IS NOT NULL)),
  CHECK ((party_kind = 'crm_user') = (crm_user_id IS NOT NULL)),
  CHECK ((party_kind = 'external') = (external_party IS NOT NULL)),
  CHECK ((basis = 'flat') = (flat_amount_minor IS NOT NULL)),
  CHECK ((basis <> 'flat') = (share_ppm IS NOT NULL)),
  CHECK ((status = 'inactive') = (deactivated_at IS NOT NULL)),
  CHECK (held_reason IS NULL OR held_at IS NOT NULL),
  CHECK (released_at IS NULL OR released_at >= held_at),
  CHECK (released_reason IS NULL OR released_at IS NOT NULL),
  FOREIGN KEY (workspace_id, deal_id) REFERENCES deals (workspace_id, id)
) WITH (fillfactor = 70);
CREATE INDEX deal_splits_by_party ON deal_splits
  (workspace_id, party_kind, account_id, crm_user_id, external_party, id);

CREATE TABLE draws (
  workspace_id  uuid NOT NULL,
  id            uuid NOT NULL,
  deal_id       integer NOT NULL,
  deal_split_id integer NOT NULL,
  amount_minor  bigint NOT NULL CHECK (amount_minor BETWEEN 1 AND 9007199254740991),
  status        text NOT NULL DEFAULT 'requested' CHECK (status IN ('requested', 'paid', 'voided')),
  notes         text,
  requested_at  timestamptz NOT NULL DEFAULT now(),
  paid_at       timestamptz,
  voided_at     timestamptz,
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, id, deal_id, deal_split_id, amount_minor),
  CHECK ((status = 'paid') = (paid_at IS NOT NULL)),
  CHECK ((status = 'voided') = (voided_at IS NOT NULL)),
  FOREIGN KEY (workspace_id, deal_id, deal_split_id) REFERENCES deal_splits (workspace_id, deal_id, id)
);
CREATE INDEX draws_by_split ON draws (workspace_id, deal_split_id, requested_at, id);

-- The ledger. Positions are counted under the deal's lock, so that entries of a deal are in exact order, whatever the
-- clocks.
CREATE TABLE deal_entries (
  workspace_id  uuid NOT NULL,
  deal_id       integer NOT NULL,
  position      integer NOT NULL,
  id            uuid NOT NULL,
  kind          text NOT NULL CHECK (kind IN ('commission_expected', 'commission_collected', 'clawback',
                  'draw_requested', 'draw_paid', 'draw_voided', 'reversal')),
  amount_minor  bigint NOT NULL CHECK (amount_minor BETWEEN 1 AND 9007199254740991),
  occurred_at   timestamptz NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  created_by    text NOT NULL,
  reference     text,
  reason        text,
  notes         text,
  deal_split_id integer,
  draw_id       uuid,
  reverses_id   uuid,
  PRIMARY KEY (workspace_id, deal_id, position),
  UNIQUE (workspace_id, id, deal_id, amount_minor),
  CHECK ((kind = 'reversal') = (reverses_id IS NOT NULL)),
  CHECK (kind <> 'clawback' OR coalesce(reason, '') ~ '\S'),
  CHECK (kind NOT IN ('draw_requested', 'draw_paid', 'draw_voided') OR draw_id IS NOT NULL),
  CHECK ((draw_id IS NULL) = (deal_split_id IS NULL)),
  FOREIGN KEY (workspace_id, deal_id) REFERENCES deals (workspace_id, id),
  -- A draw is of that stake and requested, paid and voided as a whole.
  FOREIGN KEY (workspace_id, draw_id, deal_id, deal_split_id, amount_minor)
    REFERENCES draws (workspace_id, id, deal_id, deal_split_id, amount_minor),
  -- A reversal takes back the whole of an entry of the same deal.
  FOREIGN KEY (workspace_id, reverses_id, deal_id, amount_minor)
    REFERENCES deal_entries (workspace_id, id, deal_id, amount_minor)
);
CREATE UNIQUE INDEX deal_entries_reversed ON deal_entries (workspace_id, reverses_id)
  WHERE reverses_id IS NOT NULL;
CREATE INDEX deal_entries_by_split ON deal_entries (workspace_id, deal_split_id, position)
  WHERE deal_split_id IS NOT NULL;
CREATE INDEX deal_entries_by_time ON deal_entries (workspace_id, deal_id, created_at, id);

-- Whose part of a receipt, a clawback or the reversal of one is how much; 0 for the house.
CREATE TABLE deal_allocations (
  workspace_id  uuid NOT NULL,
  deal_id       integer NOT NULL,
  position      integer NOT NULL,         -- of its entry
  deal_split_id integer NOT NULL,
  stake_id      integer GENERATED ALWAYS AS (nullif(deal_split_id, 0)) STORED,
  amount_minor  bigint NOT NULL
                CHECK (amount_minor <> 0 AND amount_minor BETWEEN -9007199254740991 AND 9007199254740991),
  PRIMARY KEY (workspace_id, deal_id, position, deal_split_id),
  FOREIGN KEY (workspace_id, deal_id, stake_id) REFERENCES deal_splits (workspace_id, deal_id, id),
  FOREIGN KEY (workspace_id, deal_id, position)
    REFERENCES deal_entries (workspace_id, deal_id, position)
);
CREATE INDEX deal_allocations_by_split ON deal_allocations (workspace_id, deal_split_id, position);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['deals', 'deal_splits', 'draws', 'deal_entries', 'deal_allocations']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (workspace_id = (SELECT current_workspace()))', t);
  END LOOP;
END $$;

GRANT SELECT, INSERT, UPDATE ON deals, deal_splits, draws TO sourcebook_app;
GRANT SELECT, INSERT ON deal_entries, deal_allocations TO sourcebook_app;
