-- By which a start knows whether SECRET_KEY is the one that secrets here were sealed with. In the directory: it is about the
-- database itself.

CREATE TABLE secret_key_proof (
  one     boolean PRIMARY KEY DEFAULT true CHECK (one), -- of several processes that start at once, the first writes it
  proof   text NOT NULL,                                -- a known text, sealed with the key
  made_at timestamptz NOT NULL DEFAULT now()
);

GRANT SELECT, INSERT ON secret_key_proof TO sourcebook_app;
