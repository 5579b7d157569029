import { layers } from './imports.ts'
import { domainOf, productFiles, type Rule, withoutComments } from './tree.ts'

/** The tables of each domain, which alone writes them. The platform's tables serve all domains. */
const tables: Record<string, readonly string[]> = {
  platform: [
    'due_work',
    'idempotency_keys',
    'integer_ids',
    'schema_migrations',
    'secret_key_proof',
  ],
  events: ['events'],
  workspaces: [
    'access_tokens',
    'accounts',
    'api_tokens',
    'former_seats',
    'invitations',
    'password_resets',
    'seats',
    'signin_failures',
    'signin_places',
    'team_members',
    'teams',
    'token_hashes',
    'workspaces',
  ],
  records: [
    'column_indexes',
    'column_policies',
    'column_slots',
    'columns',
    'comment_mentions',
    'comments',
    'definitions',
    'file_uses',
    'files',
    'purged_history',
    'row_counters',
    'row_files',
    'row_gaps',
    'row_history',
    'row_links',
    'row_texts',
    'rows',
    'saved_views',
    'text_indexes',
    'unique_values',
    'unresolved_cells',
  ],
  ingest: [
    'blocked_arrivals',
    'blocked_files',
    'ingest_keys',
    'ingest_rates',
    'key_hashes',
    'page_records',
    'receipts',
  ],
  imports: ['import_failures', 'import_results', 'import_runs'],
  feeds: ['webhook_deliveries', 'webhook_tails', 'webhooks'],
  comms: [
    'channel_hooks',
    'channels',
    'conversations',
    'message_attachments',
    'message_deliveries',
    'messages',
    'opt_outs',
    'templates',
  ],
  accounting: ['deal_allocations', 'deal_entries', 'deal_splits', 'deals', 'draws'],
  agreements: [
    'agreement_documents',
    'agreement_overrides',
    'agreement_signatures',
    'agreement_versions',
    'agreement_views',
  ],
  intake: [
    'form_days',
    'form_draft_files',
    'form_drafts',
    'form_links',
    'form_notices',
    'form_rates',
    'forms',
    'hook_events',
    'hook_links',
    'hook_samples',
    'intake_addresses',
    'intake_hooks',
    'intake_mailboxes',
    'intake_messages',
  ],
  obligations: ['documents', 'obligation_history', 'obligations'],
  chain: ['chain_blocks', 'chain_heads', 'erased_entries'],
}
const owners = new Map(
  Object.entries(tables).flatMap(([owner, names]) => names.map((name) => [name, owner] as const)),
)

/** The platform is below all domains. */
const heightOf = (owner: string): number => layers.findIndex((layer) => layer.includes(owner))

/** A verb, and the tables after it: `FROM rows r, deals AS d`. Names of SQL are in lower case, its words are not. */
const NAMED =
  /\b(INSERT INTO|UPDATE|DELETE FROM|TRUNCATE|FROM|JOIN|USING)\s+((?:[a-z_]+(?:\s+(?:AS\s+)?[a-z_]\w*)?\s*,\s*)*[a-z_]+)/g

/** What the SQL of a file reads and writes, as `writes rows`. */
function usesIn(source: string): Set<string> {
  const found = [...withoutComments(source).matchAll(NAMED)].flatMap(([, verb, list]) => {
    const use = /FROM|JOIN|USING/.test(verb!) && verb !== 'DELETE FROM' ? 'reads' : 'writes'
    const names = list!.split(',').map((item) => item.trim().split(/\s/)[0]!)
    return names.filter((name) => owners.has(name)).map((name) => `${use} ${name}`)
  })
  return new Set(found)
}

function fits(owner: string, use: string): boolean {
  const [verb, table] = use.split(' ') as [string, string]
  const other = owners.get(table)!
  return other === owner || (verb === 'reads' && heightOf(other) < heightOf(owner))
}

const CREATED = /^CREATE (?:UNLOGGED )?TABLE (\w+)/gm
const SCHEMA = 'server/schema/schema.sql'

export const tableOwners: Rule = {
  name: 'A table has an owner: a domain writes its own tables, and reads its own and those of lower domains',
  find(tree) {
    const created = [...(tree.get(SCHEMA) ?? '').matchAll(CREATED)].map(([, name]) => name!)
    const homeless = created.filter((name) => !owners.has(name))
    const gone = tree.has(SCHEMA)
      ? [...owners.keys()].filter((name) => !created.includes(name))
      : []
    const crossing = productFiles(tree, (path) => path.startsWith('server/')).flatMap(
      ([path, source]) => {
        const owner = path.startsWith('server/platform/') ? 'platform' : domainOf(path)
        if (owner === undefined || (owner !== 'platform' && !path.endsWith('.sql.ts'))) return []
        return [...usesIn(source)]
          .filter((use) => !fits(owner, use))
          .map((use) => `${path}: ${use}`)
      },
    )
    return [
      ...homeless.map((name) => `${SCHEMA}: ${name} has no owner`),
      ...gone.map((name) => `${SCHEMA}: ${name} is not there`),
      ...crossing,
    ]
  },
  sound: {
    'server/domains/records/a.sql.ts': "tx.run('UPDATE rows SET cells = $1 FROM events e, seats')",
    'server/domains/imports/a.sql.ts': 'tx.run(`SELECT id FROM rows\n JOIN import_runs`)',
    'server/domains/imports/a.ts': "import { rows } from '../records/rows.ts' // UPDATE rows",
  },
  broken: [
    { 'server/domains/records/a.sql.ts': "tx.run('SELECT 1 FROM rows r, deals d')" },
    { 'server/domains/records/a.sql.ts': "tx.run('SELECT 1 FROM rows JOIN deals d ON true')" },
    { 'server/domains/imports/a.sql.ts': 'tx.queue(`UPDATE\n rows SET cells = $1`)' },
    { 'server/domains/ingest/a.sql.ts': "tx.run('SELECT id FROM import_runs')" },
    { 'server/platform/jobs/a.ts': "client.query('DELETE FROM rows')" },
    { [SCHEMA]: 'CREATE TABLE gadgets (\n' },
  ],
  except: {
    'server/platform/backup/snapshot.ts: reads workspaces':
      'where row-level security binds the owner, a backup goes from workspace to workspace',
  },
}
