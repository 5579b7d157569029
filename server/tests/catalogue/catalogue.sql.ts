/** What the checks need to know about the tables in `public`. */
export const TABLES = `
  SELECT c.relname AS name, c.relrowsecurity AS secured, c.relforcerowsecurity AS forced,
    pg_get_userbyid(c.relowner) AS owner,
    EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid) AS policed,
    ARRAY(SELECT a.attname::text FROM pg_index i
      CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k (attnum, nth)
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
      WHERE i.indrelid = c.oid AND i.indisprimary ORDER BY k.nth) AS key,
    ARRAY(SELECT t.tgname::text FROM pg_trigger t
      WHERE t.tgrelid = c.oid AND NOT t.tgisinternal) AS triggers,
    ARRAY(SELECT a.attname::text FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attidentity <> '') AS identities
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`

export const FOREIGN_KEYS = `
  SELECT f.conname AS name, f.conrelid::regclass::text AS "from", f.confrelid::regclass::text AS "to",
    ARRAY(SELECT a.attname::text FROM unnest(f.conkey) WITH ORDINALITY AS k (attnum, nth)
      JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.attnum ORDER BY k.nth) AS columns,
    ARRAY(SELECT a.attname::text FROM unnest(f.confkey) WITH ORDINALITY AS k (attnum, nth)
      JOIN pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.attnum ORDER BY k.nth) AS targets,
    f.confdeltype IN ('n', 'd') OR f.confupdtype IN ('n', 'd') AS sets
  FROM pg_constraint f WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace ORDER BY 1`

/**
 * Policies with a subquery. Those by which a token reaches only some boards and pages ask once per statement whether it is one:
 * what they ask reads no table, and could stand there without SELECT.
 */
export const SUBQUERIES = `
  SELECT p.polrelid::regclass::text AS "table", p.polname AS name
  FROM pg_policy p
  CROSS JOIN LATERAL (SELECT replace(concat(pg_get_expr(p.polqual, p.polrelid),
    pg_get_expr(p.polwithcheck, p.polrelid)), '( SELECT narrowed() AS narrowed)', '') AS conditions) c
  WHERE c.conditions LIKE '%SELECT%' ORDER BY 1, 2`

/** Policies that narrow others. Citus copies them to other nodes as ones that widen. */
export const RESTRICTIVE = `
  SELECT polrelid::regclass::text AS "table", polname AS name FROM pg_policy
  WHERE NOT polpermissive ORDER BY 1, 2`

/** Unique indexes, including those of constraints. */
export const UNIQUE_INDEXES = `
  SELECT i.indrelid::regclass::text AS "table", i.indexrelid::regclass::text AS name,
    ARRAY(SELECT a.attname::text FROM unnest(i.indkey) WITH ORDINALITY AS k (attnum, nth)
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
      WHERE k.nth <= i.indnkeyatts ORDER BY k.nth) AS columns
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
  WHERE c.relnamespace = 'public'::regnamespace AND (i.indisunique OR i.indisexclusion) ORDER BY 1, 2`

export const SEQUENCES = `
  SELECT relname AS name FROM pg_class
  WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace ORDER BY 1`

export const ROLE = `
  SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
    ARRAY(SELECT m.roleid::regrole::text FROM pg_auth_members m WHERE m.member = r.oid) AS memberships,
    ARRAY(SELECT c.relname::text FROM pg_class c WHERE c.relowner = r.oid) AS owned,
    has_schema_privilege(r.oid, 'public', 'CREATE') AS creates
  FROM pg_roles r WHERE rolname = $1`

/** What a role may do to the tables besides reading them and adding rows. */
export const RIGHTS = `
  SELECT c.relname AS name, verb
  FROM pg_class c CROSS JOIN unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) AS verb
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND CASE
    WHEN verb IN ('UPDATE', 'REFERENCES') THEN has_any_column_privilege($1, c.oid, verb)
    ELSE has_table_privilege($1, c.oid, verb) END
  ORDER BY 1, 2`
