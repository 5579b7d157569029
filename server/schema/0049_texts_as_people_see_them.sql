-- Texts are compared as people see them: without invisible characters, and however their letters are composed.

-- The form in which texts are equal that look the same, like `comparable` of the service.
CREATE FUNCTION comparable_text(text) RETURNS text LANGUAGE plpgsql
  IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF octet_length($1) = length($1) THEN
    RETURN btrim($1, E' \t\n\x0b\f\r');
  END IF;
  RETURN btrim(normalize(regexp_replace(
    regexp_replace($1 COLLATE "C", '[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2800\u115f\u1160\u3164\uffa0]', ' ', 'g'),
    '[\u00ad\u034f\u061c\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|(?<![\u0590-\u061b\u061d-\u17b3\u17b6-\u180d\u180f-\u1cff\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])[\u200c\u200d]', '', 'g'),
    NFC), E' \t\n\x0b\f\r\u2028\u2029');
END $$;

-- A name as people read it: also with single blanks between its words. An index is made with nothing in the search path.
CREATE FUNCTION name_text(text) RETURNS text LANGUAGE plpgsql
  IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN regexp_replace(public.comparable_text($1), '\s+', ' ', 'g');
END $$;

-- ── filters, sorts and groups ────────────────────────────────────────────────────────────────────

-- The order of `people`, in which a text is equal to itself however its letters are composed. Without ICU in the server, that of bytes.
DO $$
BEGIN
  CREATE COLLATION alike (provider = icu, locale = 'und-u-kk-true-ks-identic', deterministic = false);
EXCEPTION WHEN OTHERS THEN
  CREATE COLLATION alike FROM "C";
END $$;

-- ── searches ─────────────────────────────────────────────────────────────────────────────────────

-- Also without invisible characters, and with plain letters for those that stand for several, plain signs and plain blanks.
CREATE OR REPLACE FUNCTION plain_text(text) RETURNS text LANGUAGE plpgsql
  IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  plain text;
BEGIN
  IF octet_length($1) = length($1) THEN
    RETURN lower($1 COLLATE "C");
  END IF;
  plain := translate(normalize(
    lower(regexp_replace(normalize($1, NFD) COLLATE "C",
      '[\u0300-\u036f\u00ad\u034f\u061c\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u200c\u200d]', '', 'g') COLLATE people),
    NFC),
    U&'øłđıς‘’‛ʼ′“”„‟″‐‑‒–—−\00a0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200a\202f\205f\3000\2800\115f\1160\3164\ffa0',
    'oldiσ''''''''''"""""------                     ');
  IF plain COLLATE "C" !~ '[ßæœﬀﬁﬂﬃﬄﬅﬆ]' THEN
    RETURN plain;
  END IF;
  RETURN replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(plain,
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st');
END $$;

-- The pattern matches more texts than have the plain text, few enough to make them plain.
CREATE OR REPLACE FUNCTION contains_text(text, plain text, pattern text) RETURNS boolean LANGUAGE plpgsql
  IMMUTABLE STRICT PARALLEL SAFE COST 3 AS $$
BEGIN
  IF octet_length($1) = length($1) THEN
    RETURN strpos(lower($1 COLLATE "C"), plain) > 0;
  END IF;
  RETURN $1 COLLATE "C" ~ pattern AND strpos(plain_text($1), plain) > 0;
END $$;

-- ── the parties of splits ────────────────────────────────────────────────────────────────────────

-- One name is one party, however it was spelled. Row-level security lets an index serve this if the function is marked, for which
-- the owner has to be a superuser; the function cannot fail.
DO $$
BEGIN
  ALTER FUNCTION name_text(text) LEAKPROOF;
EXCEPTION WHEN insufficient_privilege THEN
  NULL;
END $$;
DROP INDEX deal_splits_by_party;
CREATE INDEX deal_splits_by_party ON deal_splits
  (workspace_id, party_kind, account_id, crm_user_id, name_text(external_party), id);

-- ── what is there already, workspace by workspace, because row-level security may bind the owner too ──

DO $$
DECLARE
  workspace uuid;
  security text := current_setting('row_security');
BEGIN
  -- A restore turns it off, which would refuse such an owner.
  PERFORM set_config('row_security', 'on', true);
  PERFORM set_config('app.all_workspaces', 'on', true);
  FOR workspace IN SELECT id FROM workspaces LOOP
    PERFORM set_config('app.workspace_id', workspace::text, true);

    -- Own ids, in the form in which senders' are looked up from now on. One that is taken in that form stays as it is.
    WITH meant AS (
      SELECT DISTINCT ON (definition_id, comparable_text(external_id))
        definition_id, external_id, row_id, comparable_text(external_id) AS own_id
      FROM page_records p
      WHERE workspace_id = workspace AND comparable_text(external_id) NOT IN (external_id, '')
        AND NOT EXISTS (SELECT FROM page_records o WHERE o.workspace_id = workspace
          AND o.definition_id = p.definition_id AND o.external_id = comparable_text(p.external_id))
      ORDER BY definition_id, comparable_text(external_id), row_id),
    named AS (
      UPDATE rows r SET external_id = m.own_id FROM meant m
      WHERE r.workspace_id = workspace AND r.id = m.row_id RETURNING 1)
    UPDATE page_records p SET external_id = m.own_id FROM meant m
    WHERE p.workspace_id = workspace AND p.definition_id = m.definition_id
      AND p.external_id = m.external_id AND p.row_id = m.row_id;

    -- Texts in unique columns. Of two that have been different, the older one keeps the others away.
    WITH held AS (
      SELECT u.column_id, u.row_id, u.value_hash, cell_string(r.cells, c.slot::text) AS value
      FROM unique_values u
      JOIN columns c ON c.workspace_id = workspace AND c.id = u.column_id AND c.type IN ('text', 'long_text')
      JOIN rows r ON r.workspace_id = workspace AND r.id = u.row_id
      WHERE u.workspace_id = workspace),
    meant AS (
      SELECT DISTINCT ON (column_id, hash) column_id, row_id, value_hash, hash
      FROM (SELECT *, sha256(convert_to(comparable_text(value), 'UTF8')) AS hash FROM held
        WHERE octet_length(value) > length(value) AND comparable_text(value) <> normalize(value, NFC)) AS h
      WHERE NOT EXISTS (SELECT FROM unique_values o
        WHERE o.workspace_id = workspace AND o.column_id = h.column_id AND o.value_hash = h.hash)
      ORDER BY column_id, hash, row_id)
    UPDATE unique_values u SET value_hash = m.hash FROM meant m
    WHERE u.workspace_id = workspace AND u.column_id = m.column_id AND u.value_hash = m.value_hash;

    -- Indexes on texts and checkboxes are made anew, for what they are compared by now. The others are dropped as unused ones are.
    WITH renamed AS (
      SELECT i.definition_id, i.key, i.used_at, (
        SELECT string_agg(CASE
          WHEN part ~ '^f\d' THEN 'g' || substr(part, 2)
          WHEN part ~ '^b\d' THEN 'k' || substr(part, 2)
          WHEN part ~ '^t\d' AND c.type <> 'select' THEN 'x' || substr(part, 2)
          WHEN part ~ '^s\d' AND c.type = 'checkbox' THEN 'c' || substr(part, 2)
          ELSE part END, '_' ORDER BY nth)
        FROM regexp_split_to_table(i.key, '_') WITH ORDINALITY AS p (part, nth)
        LEFT JOIN columns c ON c.workspace_id = workspace AND c.definition_id = i.definition_id
          AND c.slot::text = substr(part, 2)) AS new_key
      FROM column_indexes i WHERE i.workspace_id = workspace),
    made AS (
      INSERT INTO column_indexes (workspace_id, definition_id, key, used_at)
      SELECT workspace, definition_id, new_key, used_at FROM renamed WHERE new_key <> key
      ON CONFLICT DO NOTHING RETURNING 1),
    left_behind AS (
      UPDATE column_indexes i SET used_at = '-infinity' FROM renamed r
      WHERE i.workspace_id = workspace AND i.definition_id = r.definition_id AND i.key = r.key
        AND r.new_key <> r.key RETURNING 1)
    INSERT INTO due_work (kind, workspace_id)
    SELECT 'column_indexes', workspace FROM left_behind LIMIT 1
    ON CONFLICT (kind, workspace_id) DO UPDATE SET due_at = excluded.due_at;
  END LOOP;
  PERFORM set_config('app.workspace_id', '', true), set_config('app.all_workspaces', 'off', true),
    set_config('row_security', security, true);
END $$;
