-- What was published, who read it and who accepted it, with the very bytes that were shown.

-- Published by the operator for every workspace; the service's role only reads it.
CREATE TABLE agreement_versions (
  kind            text NOT NULL CHECK (kind IN ('terms_of_service', 'privacy_policy', 'data_processing', 'broker_agreement')),
  version         text NOT NULL,
  title           text NOT NULL,
  effective_at    timestamptz NOT NULL,
  requires_resign boolean NOT NULL,
  minimum_funding_minor  bigint CHECK (minimum_funding_minor BETWEEN 0 AND 9007199254740991),
  minimum_funding_period text CHECK (minimum_funding_period IN ('month', 'quarter', 'year')),
  body_source     text NOT NULL,          -- Markdown, as it was published
  body_html       text NOT NULL,          -- its HTML, cleaned when it was published
  published_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, version),
  UNIQUE (kind, effective_at),            -- one is the current one
  CHECK ((minimum_funding_minor IS NULL) = (minimum_funding_period IS NULL))
);

-- What the operator agreed with one workspace in place of a version's minimum.
CREATE TABLE agreement_overrides (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  kind         text NOT NULL CHECK (kind IN ('terms_of_service', 'privacy_policy', 'data_processing', 'broker_agreement')),
  minimum_funding_minor  bigint NOT NULL CHECK (minimum_funding_minor BETWEEN 0 AND 9007199254740991),
  minimum_funding_period text NOT NULL CHECK (minimum_funding_period IN ('month', 'quarter', 'year')),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, kind)
);

-- The document of a version as a workspace's first signer was shown it: from then on it is the same for every signer,
-- whatever the workspace's name becomes.
CREATE TABLE agreement_documents (
  workspace_id  uuid NOT NULL REFERENCES workspaces (id),
  kind          text NOT NULL,
  version       text NOT NULL,
  document      text NOT NULL,
  document_hash text NOT NULL CHECK (document_hash = encode(sha256(convert_to(document, 'UTF8')), 'hex')),
  -- What it says of the minimum, for who binds the workspace by it later.
  minimum_funding_minor  bigint,
  minimum_funding_period text,
  created_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, kind, version),
  FOREIGN KEY (kind, version) REFERENCES agreement_versions (kind, version),
  CHECK ((minimum_funding_minor IS NULL) = (minimum_funding_period IS NULL))
);

CREATE TABLE agreement_views (
  workspace_id    uuid NOT NULL,
  kind            text NOT NULL,
  version         text NOT NULL,
  account_id      uuid NOT NULL,
  crm_user_id     integer NOT NULL,
  name            text NOT NULL,
  first_viewed_at timestamptz NOT NULL DEFAULT now(),
  last_viewed_at  timestamptz NOT NULL DEFAULT now(),
  view_count      integer NOT NULL DEFAULT 1,
  PRIMARY KEY (workspace_id, kind, version, account_id),
  FOREIGN KEY (kind, version) REFERENCES agreement_versions (kind, version)
);

CREATE TABLE agreement_signatures (
  workspace_id  uuid NOT NULL,
  id            uuid NOT NULL,
  kind          text NOT NULL,
  version       text NOT NULL,
  account_id    uuid NOT NULL,
  crm_user_id   integer NOT NULL,
  email         text NOT NULL,
  for_workspace boolean NOT NULL,
  signer_name   text NOT NULL CHECK (signer_name ~ '\S'),
  signer_title  text NOT NULL CHECK (signer_title ~ '\S'),
  document_hash text NOT NULL,
  signed_at     timestamptz NOT NULL DEFAULT now(),
  address       text NOT NULL,
  user_agent    text NOT NULL,
  -- Frozen at the workspace's signature.
  minimum_funding_minor  bigint,
  minimum_funding_period text,
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, kind, version, account_id, for_workspace),
  CHECK ((minimum_funding_minor IS NULL) = (minimum_funding_period IS NULL)),
  FOREIGN KEY (workspace_id, kind, version) REFERENCES agreement_documents (workspace_id, kind, version)
);
CREATE UNIQUE INDEX agreement_signatures_binding ON agreement_signatures (workspace_id, kind, version)
  WHERE for_workspace;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['agreement_overrides', 'agreement_documents', 'agreement_views', 'agreement_signatures']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (workspace_id = (SELECT current_workspace()))', t);
  END LOOP;
END $$;

GRANT SELECT ON agreement_versions TO sourcebook_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON agreement_overrides TO sourcebook_app;
GRANT SELECT, INSERT ON agreement_documents, agreement_signatures TO sourcebook_app;
GRANT SELECT, INSERT, UPDATE ON agreement_views TO sourcebook_app;
