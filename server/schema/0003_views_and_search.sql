-- Listing rows: how filters, sorts and indexes read cells, saved views, and indexes that are made on demand.

-- ── reading cells ────────────────────────────────────────────────────────────────────────────────

-- Row-level security lets an index serve a condition only if what stands in it is leakproof: it may be asked before it
-- is known whose row it is. PostgreSQL's own readers of JSON are not marked so, though these cannot fail as they are
-- used below: they are the same C functions under names of ours. Marking needs a superuser, which the embedded
-- database's owner is. Elsewhere they are plain functions: everything works, and such indexes serve no filters.
DO $$
BEGIN
  CREATE FUNCTION json_field(jsonb, text) RETURNS jsonb LANGUAGE internal
    IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF AS 'jsonb_object_field';
  CREATE FUNCTION json_kind(jsonb) RETURNS text LANGUAGE internal
    IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF AS 'jsonb_typeof';
  CREATE FUNCTION json_float(jsonb) RETURNS float8 LANGUAGE internal
    IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF AS 'jsonb_float8';
  CREATE FUNCTION cell_text(cells jsonb, slot text) RETURNS text LANGUAGE internal
    IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF AS 'jsonb_object_field_text';
  CREATE FUNCTION text_start(text, integer) RETURNS text LANGUAGE internal
    IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF AS 'text_left';
EXCEPTION WHEN insufficient_privilege THEN
  CREATE FUNCTION json_field(jsonb, text) RETURNS jsonb LANGUAGE sql
    IMMUTABLE STRICT PARALLEL SAFE RETURN $1 -> $2;
  CREATE FUNCTION json_kind(jsonb) RETURNS text LANGUAGE sql
    IMMUTABLE STRICT PARALLEL SAFE RETURN jsonb_typeof($1);
  CREATE FUNCTION json_float(jsonb) RETURNS float8 LANGUAGE sql
    IMMUTABLE STRICT PARALLEL SAFE RETURN $1::float8;
  CREATE FUNCTION cell_text(cells jsonb, slot text) RETURNS text LANGUAGE sql
    IMMUTABLE STRICT PARALLEL SAFE RETURN cells ->> slot;
  CREATE FUNCTION text_start(text, integer) RETURNS text LANGUAGE sql
    IMMUTABLE STRICT PARALLEL SAFE RETURN left($1, $2);
END $$;

-- The planner sets these in by their bodies, so that queries and indexes meet on the functions above.

-- What a text is sorted, grouped and looked up by: an index entry has a largest size.
CREATE FUNCTION cell_key(cells jsonb, slot text) RETURNS text LANGUAGE sql
  IMMUTABLE PARALLEL SAFE RETURN text_start(cell_text(cells, slot), 100);
-- A number, or nothing: a cell of another kind is no error, least of all while it is being indexed.
CREATE FUNCTION cell_number(cells jsonb, slot text) RETURNS float8 LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN json_kind(json_field(cells, slot)) = 'number' THEN json_float(json_field(cells, slot)) END;
-- As it was written, which a sum needs.
CREATE FUNCTION cell_decimal(cells jsonb, slot text) RETURNS numeric LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN json_kind(json_field(cells, slot)) = 'number' THEN json_field(cells, slot)::numeric END;
-- A text, or nothing: of a column that may hold something else in its place.
CREATE FUNCTION cell_string(cells jsonb, slot text) RETURNS text LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN json_kind(json_field(cells, slot)) = 'string' THEN cell_text(cells, slot) END;

-- The order of text for people: accents and case come after letters. Without ICU in the server, that of bytes.
DO $$
BEGIN
  CREATE COLLATION people (provider = icu, locale = 'und');
EXCEPTION WHEN OTHERS THEN
  CREATE COLLATION people FROM "C";
END $$;

-- ── saved views ──────────────────────────────────────────────────────────────────────────────────

CREATE TABLE saved_views (
  workspace_id  uuid NOT NULL,
  id            uuid NOT NULL,
  definition_id uuid NOT NULL,
  name          text NOT NULL,
  kind          text NOT NULL,
  private       boolean NOT NULL,
  position      integer NOT NULL,
  query         jsonb NOT NULL,           -- {filter, sort, fields, group, sum, search}, columns by id
  created_by    text NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  updated_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions (workspace_id, id)
);
-- A private view takes no name from anybody else, so that its name is not told by a refusal.
CREATE UNIQUE INDEX saved_views_by_name ON saved_views
  (workspace_id, definition_id, (CASE WHEN private THEN created_by ELSE '' END), lower(name));

-- ── indexes on demand ────────────────────────────────────────────────────────────────────────────

-- Which expressions of a big board's rows are to have an index: filtered or sorted by, and when that was last so. The
-- indexes are made and dropped by a worker, outside of any transaction.
CREATE TABLE column_indexes (
  workspace_id  uuid NOT NULL,
  definition_id uuid NOT NULL,
  key           text NOT NULL,            -- t3: text in slot 3; n5: number; s4: date; t3_n5: one, then the other
  state         text NOT NULL DEFAULT 'wanted' CHECK (state IN ('wanted', 'ready', 'failed')),
  requested_at  timestamptz NOT NULL DEFAULT now(),
  used_at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, definition_id, key),
  FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions (workspace_id, id)
);

-- ── search in big boards ─────────────────────────────────────────────────────────────────────────

DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN OTHERS THEN
  NULL; -- search then reads boards through
END $$;

-- The texts of a row, in lower case, beside it: an index of trigrams costs too much to be written with every row. A
-- worker follows the events. What is found here is only looked at more closely: the cells that the caller may see
-- decide, so hidden text that stands here is told to nobody.
CREATE TABLE row_texts (
  workspace_id  uuid NOT NULL,
  row_id        uuid NOT NULL,
  definition_id uuid NOT NULL,
  text          text NOT NULL,
  PRIMARY KEY (workspace_id, row_id),
  FOREIGN KEY (workspace_id, row_id) REFERENCES rows (workspace_id, id) ON DELETE CASCADE
);

-- The boards whose texts are kept, since they are searched, and how far that has come.
CREATE TABLE text_indexes (
  workspace_id  uuid NOT NULL,
  definition_id uuid NOT NULL,
  state         text NOT NULL DEFAULT 'wanted' CHECK (state IN ('wanted', 'filling', 'filled', 'ready')),
  slots         integer[] NOT NULL DEFAULT '{}', -- of the columns whose texts are kept
  position      bigint NOT NULL DEFAULT 0,       -- of the last row that was filled in
  xid           xid8 NOT NULL DEFAULT '0',       -- the event up to which changes are followed
  event_id      uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  used_at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, definition_id),
  FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions (workspace_id, id)
);

-- The rows of a board whose texts are like a pattern, up to a number of them. As the owner, since LIKE is not leakproof
-- and row-level security would keep it from the index: it says itself whose rows are meant, and answers ids alone.
CREATE FUNCTION rows_with_text(definition uuid, pattern text, most integer) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT row_id FROM row_texts WHERE workspace_id = %L AND definition_id = %L AND text LIKE %L LIMIT %s',
    current_workspace(), definition, pattern, most);
END $$;
REVOKE EXECUTE ON FUNCTION rows_with_text FROM PUBLIC;
GRANT EXECUTE ON FUNCTION rows_with_text TO sourcebook_app;

-- ── who may touch what ───────────────────────────────────────────────────────────────────────────

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['saved_views', 'column_indexes', 'row_texts', 'text_indexes']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (workspace_id = (SELECT current_workspace()))', t);
  END LOOP;
END $$;

GRANT SELECT, INSERT, UPDATE, DELETE ON saved_views, column_indexes, row_texts, text_indexes TO sourcebook_app;
