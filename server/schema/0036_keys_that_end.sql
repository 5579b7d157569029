-- Keys end by a date, work on pages of some sites only, and get new secrets. `secret_ends` has one moment for each secret
-- that was replaced, oldest first; a later one never ends sooner. A secret's number is its place among the key's secrets.

ALTER TABLE ingest_keys
  ADD COLUMN expires_at timestamptz,
  ADD COLUMN origins text[],
  ADD COLUMN secret_ends timestamptz[] NOT NULL DEFAULT '{}';
ALTER TABLE key_hashes ADD COLUMN secret_number integer NOT NULL DEFAULT 0;
