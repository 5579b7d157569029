import type { ClientBase } from 'pg'

/** A line of the dump, and the table that it belongs to. */
export interface Line {
  of: string
  line: string
}

interface Table {
  name: string
  head: string
  security: string | null
}

const PUBLIC = `relnamespace = 'public'::regnamespace`

export async function tables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT relname AS name,
           concat('CREATE ', CASE WHEN relpersistence = 'u' THEN 'UNLOGGED ' END, 'TABLE ', relname,
             ' WITH (' || array_to_string(reloptions, ', ') || ')') AS head,
           CASE WHEN relrowsecurity THEN concat('ALTER TABLE ', relname, ' ENABLE ROW LEVEL SECURITY',
             CASE WHEN relforcerowsecurity THEN ', FORCE ROW LEVEL SECURITY' END) END AS security
      FROM pg_class
     WHERE ${PUBLIC} AND relkind IN ('r', 'p')
     ORDER BY relname COLLATE "C"`)
  return rows
}

export async function columns(client: ClientBase): Promise<Line[]> {
  const { rows } = await client.query<Line>(`
    SELECT relname AS of,
           concat(quote_ident(attname), ' ', format_type(atttypid, atttypmod),
             CASE WHEN attnotnull THEN ' NOT NULL' END,
             CASE WHEN attidentity <> '' THEN ' GENERATED AS IDENTITY' END,
             CASE WHEN attgenerated = '' THEN ' DEFAULT ' ELSE ' GENERATED AS ' END
               || pg_get_expr(adbin, adrelid)) AS line
      FROM pg_attribute
      JOIN pg_class ON pg_class.oid = attrelid AND ${PUBLIC} AND relkind IN ('r', 'p')
      LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
     WHERE attnum > 0 AND NOT attisdropped
     ORDER BY relname COLLATE "C", attnum`)
  return rows
}

export async function constraints(client: ClientBase): Promise<Line[]> {
  const { rows } = await client.query<Line>(`
    SELECT relname AS of,
           concat('CONSTRAINT ', quote_ident(conname), ' ', pg_get_constraintdef(pg_constraint.oid)) AS line
      FROM pg_constraint
      JOIN pg_class ON pg_class.oid = conrelid AND ${PUBLIC}
     WHERE contype <> 'n'   -- NOT NULL stands with its column
     ORDER BY relname COLLATE "C", array_position('{p,u,x,f,c}', contype), conname COLLATE "C"`)
  return rows
}

export async function indexes(client: ClientBase): Promise<Line[]> {
  const { rows } = await client.query<Line>(`
    SELECT relname AS of, pg_get_indexdef(indexrelid) AS line
      FROM pg_index
      JOIN pg_class ON pg_class.oid = indrelid AND ${PUBLIC}
     WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = indrelid)
     ORDER BY relname COLLATE "C", indexrelid::regclass::text COLLATE "C"`)
  return rows
}

export async function triggers(client: ClientBase): Promise<Line[]> {
  const { rows } = await client.query<Line>(`
    SELECT relname AS of, pg_get_triggerdef(pg_trigger.oid) AS line
      FROM pg_trigger
      JOIN pg_class ON pg_class.oid = tgrelid AND ${PUBLIC}
     WHERE NOT tgisinternal
     ORDER BY relname COLLATE "C", tgname COLLATE "C"`)
  return rows
}

export async function policies(client: ClientBase): Promise<Line[]> {
  const { rows } = await client.query<Line>(`
    SELECT tablename AS of,
           concat('CREATE POLICY ', policyname, ' ON ', tablename,
             CASE WHEN permissive = 'RESTRICTIVE' THEN ' AS RESTRICTIVE' END,
             ' FOR ', cmd, ' TO ', array_to_string(roles, ', '),
             ' USING ' || qual, ' WITH CHECK ' || with_check) AS line
      FROM pg_policies
     WHERE schemaname = 'public'
     ORDER BY tablename COLLATE "C", policyname COLLATE "C"`)
  return rows
}

export async function grants(client: ClientBase, role: string): Promise<Line[]> {
  const { rows } = await client.query<Line>(
    `
    SELECT relname AS of,
           concat('GRANT ', string_agg(privilege_type, ', ' ORDER BY privilege_type COLLATE "C"),
             ' ON ', relname, ' TO ', $1::text) AS line
      FROM pg_class, aclexplode(relacl)
     WHERE ${PUBLIC} AND relkind IN ('r', 'p') AND grantee = to_regrole($1)
     GROUP BY relname
    UNION ALL
    SELECT relname, concat('GRANT ', privilege_type, ' (',
             string_agg(quote_ident(attname), ', ' ORDER BY attnum), ') ON ', relname, ' TO ', $1::text)
      FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid, aclexplode(attacl)
     WHERE ${PUBLIC} AND grantee = to_regrole($1)
     GROUP BY relname, privilege_type
     ORDER BY 1, 2`,
    [role],
  )
  return rows
}

/** Everything outside tables: extensions, enums, sequences, views, functions. */
export async function others(client: ClientBase): Promise<{ line: string }[]> {
  const { rows } = await client.query<{ line: string }>(`
    SELECT 'CREATE EXTENSION ' || extname AS line, 1 AS part FROM pg_extension WHERE extname <> 'plpgsql'
    UNION ALL
    SELECT concat('CREATE TYPE ', typname, ' AS ENUM (',
             string_agg(quote_literal(enumlabel), ', ' ORDER BY enumsortorder), ')'), 2
      FROM pg_type JOIN pg_enum ON enumtypid = pg_type.oid
     WHERE typnamespace = 'public'::regnamespace
     GROUP BY typname
    UNION ALL
    SELECT 'CREATE SEQUENCE ' || relname, 3 FROM pg_class WHERE ${PUBLIC} AND relkind = 'S'
    UNION ALL
    SELECT concat('CREATE VIEW ', relname, ' AS', E'\\n', pg_get_viewdef(oid)), 4
      FROM pg_class WHERE ${PUBLIC} AND relkind IN ('v', 'm')
    UNION ALL
    SELECT pg_get_functiondef(pg_proc.oid), 5
      FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace AND prokind IN ('f', 'p')
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
     ORDER BY part, line`)
  return rows
}
