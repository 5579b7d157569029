/** What the parameter of a path names, by the part of the path before it. */
const things: Record<string, readonly string[]> = {
  addresses: ['address'],
  agreements: ['agreement'],
  boards: ['board'],
  channels: ['channel'],
  'column-policies': ['column'],
  columns: ['column'],
  comments: ['comment'],
  conversations: ['conversation'],
  deals: ['deal'],
  'deal-splits': ['split'],
  definitions: ['board', 'page'],
  deliveries: ['delivery'],
  documents: ['document'],
  draws: ['draw'],
  entries: ['entry'],
  files: ['file'],
  forms: ['form'],
  history: ['entry'],
  hooks: ['hook'],
  imports: ['import'],
  invitations: ['invitation'],
  keys: ['key'],
  media: ['file'],
  messages: ['message'],
  obligations: ['obligation'],
  parties: ['party'],
  receipts: ['receipt'],
  rows: ['row'],
  seats: ['seat'],
  sessions: ['session'],
  teams: ['team'],
  templates: ['template'],
  tokens: ['access token'],
  views: ['view'],
  webhooks: ['webhook'],
}

/** What the path of an operation names, one after the other: `/v1/boards/{id}/rows/{rowId}` names a board and a row. */
export function thingsIn(path: string): string[] {
  const parts = path.split('/')
  return parts.flatMap((part, at) => {
    const before = parts[at - 1] ?? ''
    // The second of two parameters belongs to the first: together they name a party.
    return part.startsWith('{') && !before.startsWith('{') ? (things[before] ?? []) : []
  })
}
