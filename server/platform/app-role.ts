import type { ClientBase } from 'pg'

/** The role that serves requests: owns nothing, and row-level security binds it. */
export const APP_ROLE = 'sourcebook_app'

const CREATE = `CREATE ROLE ${APP_ROLE} NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE`

/**
 * Creates the role if the server has none, and lets the current user act as it.
 * @throws Error with the SQL to run when this user may not, or when the role is more powerful than it should be
 */
export async function ensureAppRole(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ powerful: boolean }>(
    'SELECT rolsuper OR rolbypassrls AS powerful FROM pg_roles WHERE rolname = $1',
    [APP_ROLE],
  )
  if (rows[0]?.powerful) {
    throw new Error(
      `The role ${APP_ROLE} passes by row-level security, which keeps workspaces apart. Run, as a superuser:\n` +
        `ALTER ROLE ${APP_ROLE} NOSUPERUSER NOBYPASSRLS;`,
    )
  }
  if (rows[0] === undefined) await attempt(client, CREATE)
  if (!(await mayAct(client))) await attempt(client, `GRANT ${APP_ROLE} TO CURRENT_USER`)
  if (!(await mayAct(client))) throw await refusal(client)
}

// Roles belong to the whole server, the migration's lock to one database: another one's may be first.
const RACED = new Set(['42710', '23505', 'XX000'])

async function attempt(client: ClientBase, statement: string): Promise<void> {
  try {
    await client.query(statement)
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code === '42501') throw await refusal(client)
    if (!RACED.has(code)) throw error
  }
}

// Tried rather than looked up: the rules of membership differ between releases of PostgreSQL.
async function mayAct(client: ClientBase): Promise<boolean> {
  try {
    await client.query(`SET ROLE ${APP_ROLE}`)
  } catch (error) {
    if ((error as { code?: string }).code === '42501') return false
    throw error
  }
  await client.query('RESET ROLE')
  return true
}

async function refusal(client: ClientBase): Promise<Error> {
  const { rows } = await client.query('SELECT quote_ident(current_user) AS name')
  return new Error(
    `This database user may not set up the role ${APP_ROLE}. Run once, as a superuser:\n` +
      `${CREATE}; -- unless it exists\nGRANT ${APP_ROLE} TO ${rows[0].name};`,
  )
}
