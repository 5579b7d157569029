import type { FeedEvent } from '../../../../sdk/client.ts'
import type { Item } from '../../../api.ts'
import { shownAddress } from '../../../ui/shown-address.rules.ts'
import { roleLabel } from '../roles.rules.ts'

/** Names of what an event has by its id, key or number. */
export interface Names {
  person: (crmUserId: number) => string
  definition: (key: string) => string
  column: (definitionKey: string, key: string) => string
}

/** What can be looked for, as the types that the feed takes. */
export const topics: readonly { value: string; label: string }[] = [
  { value: 'rows.*,comment.*,view.*,import.*', label: 'Records' },
  { value: 'board.*,page.*,column.*,columns.*,column_policy.*', label: 'Columns and policies' },
  { value: 'conversation.*,message.*,template.*,opt_out.*,channel.*', label: 'Conversations' },
  { value: 'obligation.*,document.*', label: 'Obligations' },
  { value: 'deal.*,deal_split.*,draw.*', label: 'Money' },
  { value: 'seat.*,team.*,workspace.*,agreement.*', label: 'People and workspace' },
  { value: 'key.*,webhook.*', label: 'Keys and webhooks' },
]

/** Who did it. */
export function actorName(actor: string, names: Pick<Names, 'person'>): string {
  const [kind, id] = actor.split(':')
  if (kind === 'user') return names.person(Number(id))
  return { key: 'A key', contact: 'A contact' }[kind ?? ''] ?? 'The service'
}

/** The key that did it, if one did, and where keys of its kind are listed. */
export function keyOf({ actor, data }: Pick<FeedEvent, 'actor' | 'data'>) {
  const [kind, id] = actor.split(':')
  const definitionKey = data.definition?.key
  return kind === 'key' && id && definitionKey ? { id, definitionKey } : undefined
}

/** What was done, as it goes on after a name: `changed 2 rows of Leads`. */
export function deedOf(event: FeedEvent, names: Names): string {
  const [noun = '', verb = ''] = event.type.split('.')
  const told = deeds[event.type] ?? `${verb.replaceAll('_', ' ')} %`
  return told.replace('%', nounOf(noun, event, names))
}

/** What a type is called in other words than its own; `%` is what it was done to. */
const deeds: Record<string, string> = {
  'rows.created': 'added %',
  'rows.updated': 'changed %',
  'rows.deleted': 'moved % to the trash',
  'import.undone': 'undid %',
  'import.redone': 'did % once more',
  'columns.reordered': 'put % in another order',
  'column_policy.updated': 'decided anew who sees %',
  'column_policy.deleted': 'opened % to everyone',
  'deal.expected': 'expected a commission of %',
  'deal.collected': 'recorded money collected on %',
  'deal.clawed_back': 'recorded a clawback on %',
  'deal.reversed': 'reversed an entry of %',
  'deal_split.created': 'added % to the deal',
  'message.queued': 'wrote %',
  'message.sent': 'sent %',
  'message.received': 'wrote %',
  'message.read': 'read %',
  'message.failed': 'could not send %',
  'message.cancelled': 'kept back %',
  'opt_out.changed': 'noted %',
  'channel.created': 'connected %',
  'channel.deleted': 'disconnected %',
  'channel.secret_rotated': 'made a new hook secret for %',
  'webhook.secret_rotated': 'made a new secret for %',
  'message.uncertain': 'may have sent %, or not',
  'seat.invited': 'invited %',
  'seat.accepted': 'accepted the invitation',
}

/** What events of single nouns have besides. */
interface Extra {
  column?: { key: string }
  conversationId?: number
  name?: string
}

function nounOf(noun: string, { type, subject, data }: FeedEvent, names: Names): string {
  const id = subject.slice(subject.indexOf(':') + 1)
  const place = placeOf({ data }, names)
  const numbered = /^\d+$/.test(id) ? ` ${id}` : ''
  const inPlace = place && ` of ${place}`
  const { column, conversationId, name } = data as Extra
  switch (noun) {
    case 'rows':
      return `${rowCount(data)}${inPlace}`
    case 'board':
    case 'page':
      return `the ${noun} ${place || 'that is gone'}`
    case 'columns':
      return `the columns${inPlace}`
    case 'column':
    case 'column_policy':
      return column
        ? `the column ${columnName(data, column.key, names)}${inPlace}`
        : `a column${inPlace}`
    case 'seat':
      if (type === 'seat.removed' && name) return name
      return `${type === 'seat.invited' ? '' : 'the seat of '}${names.person(Number(id))}`
    case 'workspace':
      return 'the workspace'
    case 'agreement':
      return `the ${id.replaceAll('_', ' ')}`
    case 'deal_split':
      return `stake${numbered}`
    case 'message':
      return conversationId === undefined
        ? `message${numbered}`
        : `message${numbered} in conversation ${conversationId}`
    case 'opt_out':
      return `whether ${optedOf(id)} wants messages`
    default:
      if (name) return `the ${noun} “${name}”`
      return numbered ? `${noun}${numbered}` : `${article(noun)} ${noun}${inPlace}`
  }
}

/** The address of `text:+14155550132`, of which only the first colon parts. */
const optedOf = (id: string): string => shownAddress(id.slice(id.indexOf(':') + 1))

const article = (noun: string): string => (/^[aeiou]/.test(noun) ? 'an' : 'a')

const placeOf = ({ data }: Pick<FeedEvent, 'data'>, names: Names): string =>
  data.definition ? names.definition(data.definition.key) : ''

const columnName = ({ definition }: FeedEvent['data'], key: string, names: Names): string =>
  definition ? names.column(definition.key, key) : key

function rowCount(data: FeedEvent['data']): string {
  const count = data.rowCount ?? data.rows?.length ?? data.rowIds?.length ?? 0
  return count === 1 ? '1 row' : `${count} rows`
}

const MOST = 3

/** What changed in rows, `Stage: Offer → Funded`, the first few; or what a seat is now. */
export function changesOf({ type, data }: FeedEvent, names: Names): string[] {
  if (type === 'seat.updated' || type === 'seat.invited') return seatFacts(data)
  const cells = (data.changes ?? []).flatMap((change) => change.cells)
  const told = cells
    .slice(0, MOST)
    .map(
      ({ column, from, to }) => `${columnName(data, column, names)}: ${shown(from)} → ${shown(to)}`,
    )
  return cells.length > MOST ? [...told, `and ${cells.length - MOST} more`] : told
}

function seatFacts(data: FeedEvent['data']): string[] {
  const { role, status, name, teamIds } = data as Partial<
    Pick<Item<'workspace.listSeats'>, 'role' | 'status' | 'name' | 'teamIds'>
  >
  return [
    ...(role ? [`Role: ${roleLabel(role)}`] : []),
    ...(status ? [`Status: ${status}`] : []),
    ...(name ? [`Name: ${name}`] : []),
    ...(teamIds && teamIds.length > 0 ? [`Teams: ${teamIds.length}`] : []),
  ]
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
