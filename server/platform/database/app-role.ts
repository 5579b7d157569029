import type { ClientBase } from 'pg'
import { ExpectedError } from '../expected-error.ts'
import type { Tx } from './tx.ts'

/** The role that serves requests: it owns nothing, and row-level security binds it. */
export const APP_ROLE = 'sourcebook_app'

/** Switches a whole connection outside the pool to the role. A statement, because poolers drop or refuse startup parameters. */
export const TAKE_APP_ROLE = `SET ROLE ${APP_ROLE}`

const CREATE = `CREATE ROLE ${APP_ROLE} NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE`

/**
 * Creates the role if the server has none, and lets the current user act as it.
 * @throws ExpectedError with the SQL to run if this user may not, or if the role is more powerful than it should be
 */
export async function ensureAppRole(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ powerful: boolean }>(
    'SELECT rolsuper OR rolbypassrls AS powerful FROM pg_roles WHERE rolname = $1',
    [APP_ROLE],
  )
  if (rows[0]?.powerful) {
    throw new ExpectedError(
      `The role ${APP_ROLE} bypasses row-level security, which keeps workspaces apart. Run, as a superuser:\n` +
        `ALTER ROLE ${APP_ROLE} NOSUPERUSER NOBYPASSRLS;`,
    )
  }
  if (rows[0] === undefined) await attempt(client, CREATE)
  if (!(await mayAct(client))) await attempt(client, `GRANT ${APP_ROLE} TO CURRENT_USER`)
  if (!(await mayAct(client))) throw await refusal(client)
}

/** The role that a transaction of the service runs as. */
interface Standing {
  role: string
  /** Whether row-level security does not bind it. */
  free: boolean
  /** Whether it may do things that only the owner of the tables may. */
  owning: boolean
}

const STANDING = `
  SELECT current_user AS role, rolsuper OR rolbypassrls AS free,
    EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      AND pg_has_role(current_user, relowner, 'USAGE')) AS owning
  FROM pg_roles WHERE rolname = current_user`

/**
 * Checks that transactions run as the role that requests must run as.
 * @throws ExpectedError if they do not
 */
export async function checkAppRole(db: {
  withDirectory<T>(fn: (tx: Tx) => Promise<T>): Promise<T>
}): Promise<void> {
  const [standing] = await db.withDirectory((tx) => tx.run<Standing>(STANDING))
  const { role, free, owning } = standing!
  if (role === APP_ROLE && !free && !owning) return
  const why = free
    ? 'bypasses row-level security, which keeps workspaces apart'
    : owning
      ? 'may act as the owner of the tables, who can change what must not change'
      : 'is a different one'
  throw new ExpectedError(
    `Requests must run as the role ${APP_ROLE}, but would run as ${role}, which ${why}. Connect DATABASE_URL to ` +
      `PostgreSQL itself, and give ${APP_ROLE} no attributes and no other roles (ALTER ROLE, REVOKE).`,
  )
}

// Roles belong to the whole server, but the lock of a migration belongs to one database: a process that migrates
// another database may create the role first.
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

// Tries it instead of reading the catalogue, because the rules of membership differ between releases of PostgreSQL.
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

async function refusal(client: ClientBase): Promise<ExpectedError> {
  const { rows } = await client.query('SELECT quote_ident(current_user) AS name')
  return new ExpectedError(
    `This database user cannot set up the role ${APP_ROLE}. Run once, as a superuser:\n` +
      `${CREATE}; -- unless it exists\nGRANT ${APP_ROLE} TO ${rows[0].name};`,
  )
}
