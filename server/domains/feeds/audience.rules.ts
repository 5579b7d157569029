import { type Audience, eventTypes } from '../../../contract/events/events.ts'
import { type Actor, holdsRole, isLimited, seatOf } from '../../platform/actor.ts'
import { type MoneySight, seesDeal, seesSplit } from '../policies/money.rules.ts'
import type { StoredEvent } from './events.sql.ts'

const audienceOfType = new Map<string, Audience>(
  eventTypes.map(({ type, audience }) => [type, audience]),
)

/** Who gets an event. Types that the catalogue does not have are for admins. */
export const hearersOf = ({ type }: Pick<StoredEvent, 'type'>): Audience =>
  audienceOfType.get(type) ?? 'admins'

/** Whether this actor can get it at all, whatever columns they see. A token for some boards learns nothing of who did what elsewhere. */
export function mayHear(event: StoredEvent, actor: Actor): boolean {
  const hearers = hearersOf(event)
  if (hearers === 'audit') return isAdmin(actor) && !isLimited(actor)
  return isAdmin(actor) || (hearers !== 'admins' && event.data.private !== true)
}

const sharedMembers = new Map<string, Set<string>>(
  eventTypes.map(({ type, data }) => [
    type,
    new Set(
      Object.entries(data.properties)
        .filter(([, schema]) => !('x-admins-only' in schema))
        .map(([name]) => name),
    ),
  ]),
)

/** The part of the stored data that everybody who gets the event sees. */
export const sharedData = ({
  type,
  data,
}: Pick<StoredEvent, 'type' | 'data'>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data).filter(([name]) => sharedMembers.get(type)?.has(name)))

export const isAdmin = (actor: Actor): boolean => holdsRole(actor, 'admin')

/** A key that two actors share if they see the same of everything. */
export function audienceOf(actor: Actor): string {
  if (isAdmin(actor)) return 'admin'
  const seat = seatOf(actor)
  return seat ? [seat.role, seat.accountId, ...[...seat.teamIds].sort()].join(' ') : 'no seat'
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** `<noun>:<id>` of a subject, where the id is a uuid. */
export function subjectOf({ subject }: Pick<StoredEvent, 'subject'>): {
  noun: string
  id: string | undefined
} {
  const [noun = '', id = ''] = subject.split(':')
  return { noun, id: UUID.test(id) ? id : undefined }
}

/** The definition that an event names. An event about a column names none, so its definition has to be looked up. */
export function definitionIdOf(event: StoredEvent): string | undefined {
  const { noun, id } = subjectOf(event)
  if (noun === 'board' || noun === 'page') return id
  const named = event.data.definitionId
  return typeof named === 'string' && UUID.test(named) ? named : undefined
}

/** The deal, split and entry that an event about money names. */
export interface MoneyNamed {
  dealId: number
  dealSplitId?: number
  entryId?: string
}

/**
 * The data of an event about money, without what the actor cannot see; undefined if they cannot see the deal or split.
 * Only people who see all money get the entry: for their own splits, others read the ledger.
 */
export function visibleMoney<D extends MoneyNamed>(
  sight: MoneySight,
  { entryId, ...data }: D,
): Omit<D, 'entryId'> | undefined {
  if (sight.whole) return { ...data, ...(entryId !== undefined && { entryId }) }
  const { dealId, dealSplitId } = data
  const isSeen = dealSplitId === undefined ? seesDeal(sight, dealId) : seesSplit(sight, dealSplitId)
  return isSeen ? data : undefined
}

/**
 * Whether a webhook sends a type. An event that notes people for the audit goes only to webhooks that name it: one that asks for
 * everything sent nothing of it before, and may lead anywhere.
 */
export const isSent = (type: string, wanted: readonly string[]): boolean =>
  isWanted(type, hearersOf({ type }) === 'audit' ? wanted.filter((one) => one !== '*') : wanted)

/** Whether a type is among those asked for: `rows.created`, `rows.*`, `*`. */
export const isWanted = (type: string, wanted: readonly string[]): boolean =>
  wanted.some(
    (one) =>
      one === '*' || one === type || (one.endsWith('.*') && type.startsWith(one.slice(0, -1))),
  )
