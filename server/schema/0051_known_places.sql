-- Where an account has signed in before, and when a session's person last proved who they are.

-- A hash of the account's email with a browser's cookie or with an address. In the directory, like what counts failed attempts:
-- both are read before anybody is known.
CREATE TABLE signin_places (
  place text PRIMARY KEY,
  seen_at timestamptz NOT NULL
);
CREATE INDEX signin_places_by_time ON signin_places (seen_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON signin_places TO sourcebook_app;

-- The release before this one leaves it out: a session that it opens counts from then.
ALTER TABLE access_tokens ADD COLUMN confirmed_at timestamptz NOT NULL DEFAULT now();
UPDATE access_tokens SET confirmed_at = created_at;
