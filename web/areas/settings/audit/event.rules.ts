import type { EventData, FeedEvent } from '../../../../sdk/client.ts'
import { definitionOf } from '../../../service/events.rules.ts'
import { roleLabel } from '../people/roles.rules.ts'
import type { Act } from './acts.rules.ts'
import { names as nounNames, words } from './event-words.rules.ts'

/** Names for the ids, keys and numbers in an event. */
export interface Names {
  person: (crmUserId: number) => string
  definition: (key: string) => string
  column: (definitionKey: string, key: string) => string
  /** A cell as people read it. */
  cell: (definitionKey: string, key: string, value: unknown) => string
  /** A phone number or an email address as people read it. */
  address: (address: string) => string
  /** The title of an obligation; undefined while it is not known. */
  obligation: (id: number) => string | undefined
  deal: (id: number) => string | undefined
  /** What an access token is called, with its person. */
  token: (actor: string) => string | undefined
  /** Whom a conversation is with. */
  conversation: (id: number) => string | undefined
}

/** Who did it. */
export function actorName(actor: string, names: Pick<Names, 'person' | 'token'>): string {
  const [kind, id] = actor.split(':')
  if (kind === 'user') return names.person(Number(id))
  if (kind === 'token') return names.token(actor) ?? 'An access token'
  return SENDERS[kind ?? ''] ?? (kind === 'contact' ? 'A contact' : 'The service')
}

const SENDERS: Record<string, string> = {
  key: 'A key',
  form: 'A form',
  address: 'An email address',
}

/** The board or page whose key, form or email address did it, if one did. */
export const sentTo = ({ actor, data }: Pick<FeedEvent, 'actor' | 'data'>): string | undefined =>
  actor.split(':')[0]! in SENDERS ? definitionOf({ data })?.key : undefined

/** The deed in three parts that follow a name: `changed `, `2 rows of Leads`, and what comes after. */
export function actWords({ event, rows }: Act, names: Names): [string, string, string] {
  const [, verb = ''] = event.type.split('.')
  // A later version of the service may send unknown types.
  const pattern =
    event.type === 'message.sent' && event.data.inOutbox
      ? 'kept % in the local outbox, not sent'
      : (words[event.type] ?? `${verb.replaceAll('_', ' ')} %`)
  const [before = '', after = ''] = pattern.split('%')
  return pattern.includes('%') ? [before, thingOf(event, rows, names), after] : [pattern, '', '']
}

function thingOf(event: FeedEvent, rows: number | undefined, names: Names): string {
  const { type, subject, data } = event
  const [noun = ''] = type.split('.')
  const id = subject.slice(subject.indexOf(':') + 1)
  const place = placeOf(event, names)
  const inPlace = place && ` of ${place}`
  if (rows !== undefined) {
    return `${rows === 1 ? '1 row' : `${rows.toLocaleString()} rows`}${inPlace}`
  }
  switch (noun) {
    case 'board':
    case 'page':
      return `the ${noun} ${place || 'that was deleted'}`
    case 'column':
    case 'column_policy':
      return 'column' in data && data.column
        ? `the column ${columnName(event, data.column.key, names)}${inPlace}`
        : `a column${inPlace}`
    case 'session':
    case 'password':
    case 'seat':
      return type === 'seat.removed' && 'name' in data && data.name
        ? data.name
        : names.person(Number(id))
    case 'workspace':
      return 'the workspace'
    case 'agreement':
      return `the ${id.replaceAll('_', ' ')}`
    case 'message':
    case 'conversation': {
      const who = 'conversationId' in data ? names.conversation(data.conversationId) : undefined
      if (who === undefined) return `a ${noun}`
      return noun === 'message'
        ? `a message in the conversation with ${who}`
        : `the conversation with ${who}`
    }
    case 'obligation':
      return 'obligationId' in data
        ? titled('the obligation', names.obligation(data.obligationId)) || 'an obligation'
        : 'an obligation'
    case 'deal':
    case 'deal_split':
    case 'draw': {
      const deal =
        'dealId' in data && data.dealId ? titled('the deal', names.deal(data.dealId)) : ''
      if (noun === 'deal') return deal || 'a deal'
      if (noun === 'draw') return deal ? `a draw from ${deal}` : 'a draw'
      return deal ? `a split of ${deal}` : 'a split'
    }
    case 'export':
      return 'dealId' in data && data.dealId
        ? titled('the ledger of', names.deal(data.dealId)) || 'a ledger'
        : `rows${inPlace}`
    case 'seen_as':
      return place || 'a board or page'
    case 'opt_out':
      return names.address(optedOf(id))
    default: {
      const called = nounNames[noun] ?? `a ${noun}`
      const bare = called.slice(called.indexOf(' ') + 1)
      if ('name' in data && data.name) return `the ${bare} “${data.name}”`
      return place ? `${called} ${prepositions[noun] ?? 'of'} ${place}` : called
    }
  }
}

/** How a thing is in its board or page, if it is not "of" it. */
const prepositions: Record<string, string> = {
  comment: 'in',
  import: 'into',
  row_file: 'in',
}

/** The address in `text:+14155550132`; only the first colon separates. */
const optedOf = (id: string): string => id.slice(id.indexOf(':') + 1)

const placeOf = (event: FeedEvent, names: Names): string => {
  const definition = definitionOf(event)
  return definition ? names.definition(definition.key) : ''
}

function columnName(event: FeedEvent, key: string, names: Names): string {
  const definition = definitionOf(event)
  return definition ? names.column(definition.key, key) : key
}

const titled = (noun: string, title: string | undefined): string =>
  title === undefined ? '' : `${noun} “${title}”`

const MOST = 3

/** A cell that changed, in words. */
export interface CellChange {
  column: string
  from: string
  to: string
}

/** What changed, the latest first: of one row or seat by each of the events, of many rows only the first few cells. */
export const changesIn = ({ event, earlier, rows = 1 }: Act, names: Names) =>
  (rows === 1 ? [event, ...earlier] : [event]).flatMap((one) => changesOf(one, names))

/** The first few changes in rows, or the current state of a seat. */
function changesOf(event: FeedEvent, names: Names): (string | CellChange)[] {
  if (event.type === 'seat.updated' || event.type === 'seat.invited') return seatFacts(event.data)
  if (event.type !== 'rows.updated') return []
  const cells = (event.data.changes ?? []).flatMap((change) => change.cells)
  const key = definitionOf(event)?.key ?? ''
  const changes = cells.slice(0, MOST).map(({ column, from, to }) => ({
    column: columnName(event, column, names),
    from: shown(from, (value) => names.cell(key, column, value)),
    to: shown(to, (value) => names.cell(key, column, value)),
  }))
  return cells.length > MOST ? [...changes, `and ${cells.length - MOST} more`] : changes
}

function seatFacts({ role, status, name, teamIds }: EventData['seat.updated']): string[] {
  return [
    ...(role ? [`Role: ${roleLabel(role)}`] : []),
    ...(status ? [`Status: ${status}`] : []),
    ...(name ? [`Name: ${name}`] : []),
    ...(teamIds && teamIds.length > 0 ? [`Teams: ${teamIds.length}`] : []),
  ]
}

function shown(value: unknown, textOf: (value: unknown) => string): string {
  if (value === null || value === undefined || value === '') return 'empty'
  const text = textOf(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
