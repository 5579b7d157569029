/** What an access token may be for, with the words for people. A `write` scope does not include its `read` scope. */
export const scopeWords = {
  'records:read': {
    label: 'Read records',
    about: 'boards, pages, their columns, rows, comments, files, views and imports',
  },
  'records:write': {
    label: 'Write records',
    about: 'add, change and delete rows, comments and files',
  },
  'definitions:write': {
    label: 'Set up boards and pages',
    about: 'columns, shared views, keys, forms, email addresses and webhooks',
  },
  'policies:write': {
    label: 'Change who sees what',
    about: 'who can see and edit a column',
  },
  'imports:write': { label: 'Import files', about: 'start, cancel and undo imports' },
  'conversations:read': {
    label: 'Read conversations',
    about: 'texts, emails, calls, templates and channels',
  },
  'conversations:write': {
    label: 'Write messages',
    about: 'send texts and emails, log calls, change templates',
  },
  'obligations:read': { label: 'Read obligations', about: 'obligations and their documents' },
  'obligations:write': {
    label: 'Work on obligations',
    about: 'add, change and complete obligations, add documents',
  },
  'accounting:read': { label: 'Read commissions', about: 'deals, splits, balances and ledgers' },
  'accounting:post': {
    label: 'Record commissions',
    about: 'deals, splits, expectations, collections, clawbacks and reversals',
  },
  'accounting:pay': { label: 'Pay out', about: 'request, pay and void draws, hold splits' },
  'agreements:read': {
    label: 'Read agreements',
    about: 'agreements, who signed them and the evidence',
  },
  'workspace:read': {
    label: 'Read the workspace',
    about: 'its settings, people and teams',
  },
  'workspace:write': {
    label: 'Change the workspace',
    about: 'its settings, people, teams and channels',
  },
  'events:read': {
    label: 'Read events',
    about: 'what happens in the workspace, as a list and live, and webhooks with their deliveries',
  },
} as const

export type Scope = keyof typeof scopeWords
export const tokenScopes = Object.keys(scopeWords) as Scope[]
