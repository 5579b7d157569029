import { local, type Place, places, reference } from '../../platform/database/cluster/places.ts'
import type { TestService } from '../support/service/service.ts'
import {
  FOREIGN_KEYS,
  RESTRICTIVE,
  RIGHTS,
  ROLE,
  SEQUENCES,
  SUBQUERIES,
  TABLES,
  UNIQUE_INDEXES,
} from './catalogue.sql.ts'

type Sql = TestService['sql']

/** The tables without row-level security, each with the reason. */
const directory: Record<string, string> = {
  ...reference,
  ...local,
  due_work: 'is where a worker finds the workspaces that have work',
}

/** Tables whose rows nobody may change or delete. */
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
  'purged_history',
  'chain_blocks',
]

/** What breaks the rules that keep workspaces apart, one line each. */
export async function tableFaults(sql: Sql): Promise<string[]> {
  const faults: string[] = []
  for (const table of await sql(TABLES)) {
    const fault = (text: string) => faults.push(`${table.name}: ${text}`)
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
  return faults
}

/** What keeps the tables from being distributed by `workspace_id`, one line each. */
export async function distributionFaults(
  sql: Sql,
  of: Readonly<Record<string, Place>> = places,
): Promise<string[]> {
  const faults: string[] = []
  for (const { name, key, triggers, identities } of await sql(TABLES)) {
    const fault = (text: string) => faults.push(`${name}: ${text}`)
    if (!(name in of)) fault('has no place in server/platform/database/cluster/places.ts')
    if (triggers.length > 0) fault(`has the trigger ${triggers}`)
    if (identities.length > 0) fault(`counts ${identities} by a sequence`)
    if (key.length === 0) fault('has no primary key')
  }
  for (const { name } of await sql(SEQUENCES)) faults.push(`${name}: is a sequence`)
  for (const { table, name } of await sql(SUBQUERIES)) {
    faults.push(`${table}: its policy ${name} has a subquery`)
  }
  for (const { table, name } of await sql(RESTRICTIVE)) {
    faults.push(`${table}: its policy ${name} is restrictive`)
  }
  for (const { table, name, columns } of await sql(UNIQUE_INDEXES)) {
    if (of[table] === 'distributed' && !columns.includes('workspace_id')) {
      faults.push(`${table}: ${name} (${columns}) is unique without workspace_id`)
    }
  }
  for (const { name, from, to, columns, targets, sets } of await sql(FOREIGN_KEYS)) {
    const fault = (text: string) => faults.push(`${from}: its foreign key ${name} ${text}`)
    if (sets && of[from] === 'distributed') fault('sets columns')
    if (of[to] === 'reference') continue
    if (of[from] !== 'distributed' || of[to] !== 'distributed') {
      fault(`leads from a ${of[from]} table to a ${of[to]} one`)
      continue
    }
    const at = columns.indexOf('workspace_id')
    if (at < 0 || targets[at] !== 'workspace_id') {
      fault(`(${columns}) does not have workspace_id where ${to} (${targets}) has it`)
    }
  }
  return faults
}

/** The rights of a role that the role which serves requests must not have, one line each. */
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
