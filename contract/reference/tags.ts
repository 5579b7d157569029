/** What the operations under each heading of the reference are for. */
export const tags: Record<string, string> = {
  Accounts: 'Sign up, sign in, passwords, and the sessions of one account.',
  Workspace: 'The workspace of the session: its settings, its people (seats) and its teams.',
  Boards:
    'Tables that members create as they need them, addressed by id: their columns, rows, views, comments, keys, imports and exports.',
  Definitions:
    'Boards and pages alike, addressed by key. Pages, such as `leads` and `deals`, are the workspace’s standing tables and are set up by admins. Apart from the address, these operations do what those under Boards do.',
  Policies: 'Who may see and who may write each column.',
  Files: 'Uploaded files: for cells of file columns, for documents and for messages.',
  Obligations:
    'What is owed on deals: conditions, covenants, payments and tasks, with deadlines, escalation and recurrence.',
  Documents: 'Documents that are handed in to meet obligations.',
  Accounting:
    'The money of deals: commissions expected and collected, the splits they are divided among, clawbacks, and draws. Entries are never changed; a mistake is reversed by a new entry.',
  Agreements: 'The agreements between the operator and the workspace: reading, signing, evidence.',
  Conversations: 'Threads of texts and emails with contacts, and sending to them.',
  Templates: 'Texts and emails with merge fields, filled from a row.',
  'Opt-outs': 'Addresses that do not want to be messaged.',
  Channels: 'The providers that texts and emails are sent and received through.',
  Hooks: 'Addresses that messaging providers call. Your own programs do not need them.',
  Events: 'What happens in the workspace: page through it, or follow it live.',
  Webhooks: 'Have events sent to a URL of yours, signed and retried.',
  Ingest: 'For programs with a board key or a page key: read the columns and rows, and add rows.',
}
