import type { ClientBase } from 'pg'

export interface Table {
  name: string
  /** The name, quoted for use in a statement. */
  quoted: string
  /** The stored columns, in order; generated columns are left out. */
  columns: string[]
  quotedColumns: string
  /** Other tables that it references. */
  references: string[]
  /** Whether a row of it can refer to another one. */
  isLinked: boolean
  /** Whether row-level security binds the owner as well. */
  forced: boolean
}

/** Reads every table from the catalogue: a list written by hand would miss the next new table. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT t.relname::text AS name, format('%I', t.relname) AS quoted,
      c.names AS columns, c.quoted AS "quotedColumns", t.relforcerowsecurity AS forced,
      ARRAY(SELECT DISTINCT o.relname::text FROM pg_constraint f JOIN pg_class o ON o.oid = f.confrelid
        WHERE f.conrelid = t.oid AND f.contype = 'f' AND o.oid <> t.oid) AS references,
      EXISTS (SELECT FROM pg_constraint f
        WHERE f.conrelid = t.oid AND f.confrelid = t.oid AND f.contype = 'f') AS "isLinked"
    FROM pg_class t, LATERAL (
      SELECT array_agg(a.attname::text ORDER BY a.attnum) AS names,
        string_agg(format('%I', a.attname), ', ' ORDER BY a.attnum) AS quoted
      FROM pg_attribute a
      WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') c
    WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r' AND NOT EXISTS (
      SELECT FROM pg_depend d
      WHERE d.classid = 'pg_class'::regclass AND d.objid = t.oid AND d.deptype = 'e')
    ORDER BY 1`)
  return rows
}
