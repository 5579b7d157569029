import type { TestService } from '../support/service.ts'
import { FOREIGN_KEYS, RIGHTS, ROLE, SEQUENCES, TABLES } from './catalogue.sql.ts'

type Sql = TestService['sql']

/** The tables that are not a workspace's, each with why it cannot be. */
export const directory: Record<string, string> = {
  accounts: 'a login is one across workspaces',
  workspaces: 'is what the others belong to; its own rows are under row-level security by id',
  access_tokens: 'is what leads from a token to its workspace',
  invitations: 'is what leads from a link to its workspace',
  password_resets: 'is of a login, which is one across workspaces',
  key_hashes: 'is what leads from a key to its workspace',
  signin_failures: 'counts by account and address, before any workspace is known',
  due_work: 'is where a worker finds the workspaces that have work',
  agreement_versions: 'is published by the operator, for every workspace',
  channel_hooks: 'is what leads from a hook to its workspace',
  schema_migrations: 'is about the database itself',
  secret_key_proof: 'is about the database itself',
}

/** What nobody may change or take away once it is written. */
const appendOnly = [
  'row_history',
  'events',
  'receipts',
  'page_records',
  'key_hashes',
  'documents',
  'obligation_history',
  'deal_entries',
  'deal_allocations',
  'agreement_versions',
  'agreement_documents',
  'agreement_signatures',
  'secret_key_proof',
]

/** What breaks the rules by which workspaces are kept apart, a line each. */
export async function tableFaults(sql: Sql): Promise<string[]> {
  const faults: string[] = []
  for (const table of await sql(TABLES)) {
    const fault = (text: string) => faults.push(`${table.name}: ${text}`)
    if (table.triggers.length > 0) fault(`has the trigger ${table.triggers}`)
    if (table.identities.length > 0) fault(`counts ${table.identities} by a sequence`)
    const secured = table.secured && table.forced && table.policed
    if (table.name in directory) {
      if (table.name === 'workspaces' && !secured) fault('has no row-level security in force')
      continue
    }
    if (!table.secured) fault('has no row-level security')
    if (!table.forced) fault('does not force row-level security on its owner')
    if (!table.policed) fault('has no policy')
    if (table.key[0] !== 'workspace_id') fault(`its primary key begins with ${table.key[0]}`)
  }
  for (const { name, from, to, columns } of await sql(FOREIGN_KEYS)) {
    if (to in directory || (columns.length > 1 && columns[0] === 'workspace_id')) continue
    faults.push(`${from}: its foreign key ${name} (${columns}) does not begin with workspace_id`)
  }
  for (const { name } of await sql(SEQUENCES)) faults.push(`${name}: is a sequence`)
  return faults
}

/** What a role may do that the one which serves requests must not, a line each. */
export async function roleFaults(sql: Sql, role: string): Promise<string[]> {
  const [facts] = await sql(ROLE, [role])
  const { memberships, owned, creates, ...powers } = facts
  const faults = Object.keys(powers).filter((power) => powers[power])
  if (memberships.length > 0) faults.push(`is a member of ${memberships}`)
  if (owned.length > 0) faults.push(`owns ${owned}`)
  if (creates) faults.push('may create in public')
  for (const { name, verb } of await sql(RIGHTS, [role])) {
    const changes = verb === 'UPDATE' || verb === 'DELETE'
    if (!changes || appendOnly.includes(name)) faults.push(`may ${verb} ${name}`)
  }
  return faults
}
