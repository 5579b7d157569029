import type { EventData, EventType, FeedEvent } from '../../../../sdk/client.ts'
import { definitionOf, isAbout } from '../../../events.rules.ts'
import { roleLabel } from '../roles.rules.ts'
import { names as nounNames, words } from './event-words.rules.ts'

/** Names for the ids, keys and numbers in an event. */
export interface Names {
  person: (crmUserId: number) => string
  definition: (key: string) => string
  column: (definitionKey: string, key: string) => string
  /** A phone number or an email address as people read it. */
  address: (address: string) => string
}

/** Who did it. */
export function actorName(actor: string, names: Pick<Names, 'person'>): string {
  const [kind, id] = actor.split(':')
  if (kind === 'user') return names.person(Number(id))
  return { key: 'A key', contact: 'A contact' }[kind ?? ''] ?? 'The service'
}

/** The key that did it, if one did, and where keys of its kind are listed. */
export function keyOf({ actor, data }: Pick<FeedEvent, 'actor' | 'data'>) {
  const [kind, id] = actor.split(':')
  const definitionKey = definitionOf({ data })?.key
  return kind === 'key' && id && definitionKey ? { id, definitionKey } : undefined
}

/** What was done, to follow a name: `changed 2 rows of Leads`. */
export function deedOf(event: FeedEvent, names: Names): string {
  const [, verb = ''] = event.type.split('.')
  // A later version of the service may send unknown types.
  const pattern = words[event.type] ?? `${verb.replaceAll('_', ' ')} %`
  return pattern.replace('%', thingOf(event, names))
}

function thingOf(event: FeedEvent, names: Names): string {
  const { type, subject, data } = event
  const [noun = ''] = type.split('.')
  const id = subject.slice(subject.indexOf(':') + 1)
  const place = placeOf(event, names)
  const inPlace = place && ` of ${place}`
  const numbered = /^\d+$/.test(id) ? ` ${id}` : ''
  if (isAbout(event, 'rows')) return `${rowCount(event.data)}${inPlace}`
  switch (noun) {
    case 'board':
    case 'page':
      return `the ${noun} ${place || 'that was deleted'}`
    case 'column':
    case 'column_policy':
      return 'column' in data && data.column
        ? `the column ${columnName(event, data.column.key, names)}${inPlace}`
        : `a column${inPlace}`
    case 'seat':
      return type === 'seat.removed' && 'name' in data && data.name
        ? data.name
        : names.person(Number(id))
    case 'workspace':
      return 'the workspace'
    case 'agreement':
      return `the ${id.replaceAll('_', ' ')}`
    case 'message':
      return 'conversationId' in data
        ? `message${numbered} in conversation ${data.conversationId}`
        : `message${numbered}`
    case 'opt_out':
      return names.address(optedOf(id))
    default: {
      const called = nounNames[noun] ?? `a ${noun}`
      const bare = called.slice(called.indexOf(' ') + 1)
      if ('name' in data && data.name) return `the ${bare} “${data.name}”`
      return numbered ? `${bare}${numbered}` : `${called}${inPlace}`
    }
  }
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

function rowCount(data: EventData[Extract<EventType, `rows.${string}`>]): string {
  const rows = 'rows' in data ? data.rows : undefined
  const count = data.rowCount ?? rows?.length ?? data.rowIds?.length ?? 0
  return count === 1 ? '1 row' : `${count} rows`
}

const MOST = 3

/** The first few changes in rows, `Stage: Offer → Funded`, or the current state of a seat. */
export function changesOf(event: FeedEvent, names: Names): string[] {
  if (event.type === 'seat.updated' || event.type === 'seat.invited') return seatFacts(event.data)
  if (event.type !== 'rows.updated') return []
  const cells = (event.data.changes ?? []).flatMap((change) => change.cells)
  const changes = cells
    .slice(0, MOST)
    .map(
      ({ column, from, to }) =>
        `${columnName(event, column, names)}: ${names.address(shown(from))} → ${names.address(shown(to))}`,
    )
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

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
