import { type Actor, atLeast } from '../../platform/actor.ts'
import { type MoneySight, seesDeal, seesStake } from '../policies/money.rules.ts'
import type { StoredEvent } from './events.sql.ts'

/** What an event is about, which decides how it is projected. */
export type About =
  /** Rows of a definition: told with their cells, to who sees any of what changed. */
  | 'rows'
  /** One column: told to who sees it. */
  | 'column'
  /** A definition, or what belongs to one: told to every seat. */
  | 'definition'
  /** A view: told to every seat, unless it is somebody's own. */
  | 'view'
  /** The money of a deal: told to who sees any of it. */
  | 'money'
  /** What every seat of the workspace may list: teams, obligations, messages. */
  | 'workspace'
  /** All else, such as who viewed and signed an agreement, and every type that is not known here. */
  | 'admins'

/** By the noun that a type begins with. */
const nouns: Record<string, About> = {
  rows: 'rows',
  column: 'column',
  column_policy: 'column',
  board: 'definition',
  page: 'definition',
  columns: 'definition',
  comment: 'definition',
  import: 'definition',
  view: 'view',
  team: 'workspace',
  obligation: 'workspace',
  document: 'workspace',
  deal: 'money',
  deal_split: 'money',
  draw: 'money',
  conversation: 'workspace',
  message: 'workspace',
  opt_out: 'workspace',
  template: 'workspace',
}

export const aboutOf = ({ type }: Pick<StoredEvent, 'type'>): About =>
  nouns[type.split('.')[0]!] ?? 'admins'

/** Whether this actor may hear of it at all, whatever columns they see. */
export function mayHear(event: StoredEvent, actor: Actor): boolean {
  if (isAdmin(actor)) return true
  const about = aboutOf(event)
  if (about === 'view') return event.data.private !== true
  return about !== 'admins'
}

export const isAdmin = (actor: Actor): boolean =>
  actor.kind === 'system' || (actor.kind === 'user' && atLeast(actor.role, 'admin'))

/** What two actors have in common who see the same of everything. */
export const audienceOf = (actor: Actor): string =>
  isAdmin(actor)
    ? 'admin'
    : actor.kind === 'user'
      ? [actor.role, actor.accountId, ...[...actor.teamIds].sort()].join(' ')
      : 'key'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** `<noun>:<id>` of a subject, where the id is a uuid. */
export function subjectOf({ subject }: Pick<StoredEvent, 'subject'>): {
  noun: string
  id: string | undefined
} {
  const [noun = '', id = ''] = subject.split(':')
  return { noun, id: UUID.test(id) ? id : undefined }
}

/** The definition that an event names itself; one about a column has to be looked up. */
export function definitionIdOf(event: StoredEvent): string | undefined {
  const { noun, id } = subjectOf(event)
  if (noun === 'board' || noun === 'page') return id
  const named = event.data.definitionId
  return typeof named === 'string' && UUID.test(named) ? named : undefined
}

/** What an event about money names. */
export interface MoneyNamed {
  dealId: number
  dealSplitId?: number
  entryId?: string
}

/**
 * What is told of an event about money; nothing of a deal or stake that is not seen. Which entry it was is told with the
 * whole: of an own stake the ledger tells those that concern it.
 */
export function moneyTold<D extends MoneyNamed>(
  sight: MoneySight,
  { entryId, ...data }: D,
): Omit<D, 'entryId'> | undefined {
  if (sight.whole) return { ...data, ...(entryId !== undefined && { entryId }) }
  const { dealId, dealSplitId } = data
  const isSeen = dealSplitId === undefined ? seesDeal(sight, dealId) : seesStake(sight, dealSplitId)
  return isSeen ? data : undefined
}

/** Whether a type is among those asked for: `rows.created`, `rows.*`, `*`. */
export const isWanted = (type: string, wanted: readonly string[]): boolean =>
  wanted.some(
    (one) =>
      one === '*' || one === type || (one.endsWith('.*') && type.startsWith(one.slice(0, -1))),
  )
