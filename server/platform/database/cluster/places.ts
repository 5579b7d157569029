/** Where a cluster keeps a table: a copy on every node, each row on the node of its workspace, or on the coordinator alone. */
export type Place = 'reference' | 'distributed' | 'local'

/** Tables with a copy on every node, which distributed tables may refer to. They are small and seldom written. */
export const reference: Readonly<Record<string, string>> = {
  accounts: 'a login is one across workspaces',
  agreement_versions: 'is published by the operator, for every workspace',
  workspaces: 'is what the others belong to; its own rows are under row-level security by id',
}

/**
 * Tables with a copy on every node, too, but under row-level security like those of a workspace. An account has seats in several
 * workspaces, and a session or an access token is looked up together with its seat, before anybody asks the node of its workspace.
 */
const people = ['api_tokens', 'former_seats', 'seats', 'team_members', 'teams']

/** Tables on the coordinator, for what must be found before a workspace is known, or what every request would ask a node for. */
export const local: Readonly<Record<string, string>> = {
  access_tokens: 'is what leads from a token to its workspace',
  channel_hooks: 'is what leads from a hook to its workspace',
  form_links: 'is what leads from a form’s address to its workspace',
  hook_links: 'is what leads from a hook’s address to its workspace',
  intake_mailboxes: 'is what leads from an email address to its workspace',
  ingest_rates: 'is counted where all requests come by, and nothing refers to it',
  invitations: 'is what leads from a link to its workspace',
  key_hashes: 'is what leads from a key to its workspace',
  token_hashes: 'is what leads from a token to its workspace',
  password_resets: 'is of a login, which is one across workspaces',
  schema_migrations: 'is about the database itself',
  secret_key_proof: 'is about the database itself',
  signin_failures: 'counts by account and address, before any workspace is known',
  signin_places: 'is asked before any workspace is known',
}

/** Tables whose rows are on the node of their workspace, by `workspace_id`. */
const distributed = `
  agreement_documents agreement_overrides agreement_signatures agreement_views channels column_indexes
  blocked_arrivals blocked_files chain_blocks chain_heads
  column_policies column_slots columns comment_mentions comments conversations deal_allocations deal_entries deal_splits deals
  definitions documents draws due_work erased_entries events file_uses files
  form_days form_draft_files form_drafts form_notices form_rates forms hook_events hook_samples idempotency_keys import_failures import_results
  import_runs ingest_keys intake_addresses intake_hooks intake_messages integer_ids message_attachments message_deliveries messages
  obligation_history obligations opt_outs page_records purged_history receipts row_counters row_files row_gaps row_history row_links row_texts
  rows saved_views templates text_indexes unique_values unresolved_cells webhook_deliveries webhook_tails
  webhooks`

/** Every table of the schema, with its place. A migration that makes a table has to add it here. */
export const places: Readonly<Record<string, Place>> = {
  ...placed(Object.keys(reference), 'reference'),
  ...placed(people, 'reference'),
  ...placed(Object.keys(local), 'local'),
  ...placed(distributed.trim().split(/\s+/), 'distributed'),
}

function placed(names: readonly string[], place: Place): Record<string, Place> {
  return Object.fromEntries(names.map((name) => [name, place]))
}
