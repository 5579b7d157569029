-- Links to a new password. In the directory: a login is one across workspaces.

CREATE TABLE password_resets (
  token_hash bytea PRIMARY KEY,            -- SHA-256 of what is in the link
  account_id uuid NOT NULL REFERENCES accounts (id),
  expires_at timestamptz NOT NULL
);
CREATE INDEX password_resets_by_account ON password_resets (account_id);

GRANT SELECT, INSERT, DELETE ON password_resets TO sourcebook_app;
