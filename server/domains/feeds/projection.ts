import { isFormula } from '../../../shared/column-types.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { type MoneySight, moneySightOf } from '../policies/money.rules.ts'
import { type MoneyPolicy, moneyOfDeals } from '../policies/money.ts'
import {
  type Definition,
  type DefinitionView,
  viewOf,
} from '../records/definitions/definition.rules.ts'
import {
  type ColumnHead,
  columnHeads,
  type DefinitionHead,
  definitionHeads,
} from '../records/definitions/definition-heads.ts'
import { definitionAt } from '../records/definitions/memory.ts'
import {
  describeRows,
  type LoadedRows,
  loadRows,
  type RowsNamed,
  rowsToRead,
} from '../records/history/row-events.ts'
import {
  audienceOf,
  definitionIdOf,
  hearersOf,
  isAdmin,
  type MoneyNamed,
  mayHear,
  sharedData,
  subjectOf,
  visibleMoney,
} from './audience.rules.ts'
import type { StoredEvent } from './events.sql.ts'
import { cursorOf } from './positions.ts'

/** An event as one recipient gets it. */
export interface EventOut {
  id: string
  cursor: string
  type: string
  at: string
  actor: string
  subject: string
  data: Record<string, unknown>
}

/** Events with everything that projecting them needs, for any recipient. */
export interface LoadedEvents {
  events: readonly StoredEvent[]
  /** The definition that an event is about, if any. */
  definitionOf(event: StoredEvent): DefinitionHead | undefined
  /** The live definition, in its current version. */
  live(definitionId: string | undefined): Definition | undefined
  columns: ReadonlyMap<string, ColumnHead>
  rows: LoadedRows
  /** Who sees the money in the events, if there is any. */
  money: MoneyPolicy
  /** Results so far, by the event and what its recipients see. */
  projected: Map<StoredEvent, Map<string, EventOut | undefined>>
}

/** As many of the first events as can be read at once: at most 2,000 rows, unless one event has more. */
export function withinBudget(events: readonly StoredEvent[]): StoredEvent[] {
  let rows = 0
  const end = events.findIndex((event, i) => {
    const named = rowsNamed(event)
    rows += named ? rowsToRead(named) : 0
    return i > 0 && rows > 2000
  })
  return end < 0 ? [...events] : events.slice(0, end)
}

/** Reads the rows, columns and definitions of events. Policies are read after the cells, so that none is older. */
export async function loadEvents(tx: Tx, events: readonly StoredEvent[]): Promise<LoadedEvents> {
  const rows = await loadRows(
    tx,
    events.flatMap((event) => rowsNamed(event) ?? []),
  )
  const columnIds = events.flatMap((event) =>
    isOfColumn(event) ? (subjectOf(event).id ?? []) : [],
  )
  const found = columnIds.length > 0 ? await columnHeads(tx, [...new Set(columnIds)]) : []
  const columns = new Map(found.map((column) => [column.id, column]))
  const idOf = (event: StoredEvent) =>
    definitionIdOf(event) ?? columns.get(subjectOf(event).id ?? '')?.definitionId
  const ids = new Set(events.flatMap((event) => idOf(event) ?? []))
  const heads = ids.size > 0 ? await definitionHeads(tx, [...ids]) : []
  const definitions = await liveDefinitions(tx, heads)
  const byId = new Map(heads.map((head) => [head.id, head]))
  const deals = events.flatMap((event) => moneyNamed(event)?.dealId ?? [])
  const money = deals.length > 0 ? await moneyOfDeals(tx, [...new Set(deals)]) : NO_MONEY
  return {
    events,
    definitionOf: (event) => byId.get(idOf(event) ?? ''),
    live: (id) => definitions.get(id ?? ''),
    columns,
    rows,
    money,
    projected: new Map(),
  }
}

/** The definitions that are not deleted, at that version or a later one. */
async function liveDefinitions(
  tx: Tx,
  heads: readonly DefinitionHead[],
): Promise<Map<string, Definition>> {
  const found = new Map<string, Definition>()
  for (const head of heads) {
    const definition = head.deleted ? undefined : await definitionAt(tx, head)
    if (definition) found.set(head.id, definition)
  }
  return found
}

/** The event as the actor may see it now; undefined if they may see nothing of it. */
export function projectEvent(
  loaded: LoadedEvents,
  event: StoredEvent,
  actor: Actor,
): EventOut | undefined {
  if (!mayHear(event, actor)) return undefined
  const head = loaded.definitionOf(event)
  const definition = loaded.live(head?.id)
  const view = definition && viewFor(definition, actor)
  const key = `${isAdmin(actor)} ${view ? viewKey(view) : ''} ${moneyKey(loaded, event, actor)}`
  const projected = loaded.projected.get(event) ?? new Map<string, EventOut | undefined>()
  loaded.projected.set(event, projected)
  if (!projected.has(key)) {
    projected.set(key, eventFor(event, dataFor(loaded, event, actor, head, view), head))
  }
  return projected.get(key)
}

function dataFor(
  loaded: LoadedEvents,
  event: StoredEvent,
  actor: Actor,
  head: DefinitionHead | undefined,
  view: DefinitionView | undefined,
): Record<string, unknown> | undefined {
  const definition = head && { definition: { id: head.id, key: head.key, kind: head.kind } }
  switch (hearersOf(event)) {
    case 'rows': {
      const named = rowsNamed(event)
      const rows = view && named && describeRows(view, named, loaded.rows)
      return rows && { ...definition, ...rows }
    }
    case 'column':
    case 'policy': {
      const column = loaded.columns.get(subjectOf(event).id ?? '')
      if (!view || !column) return undefined
      if (!seesColumn(view, column, actor)) return isOfPolicy(event) ? definition : undefined
      return { ...definition, column: { id: column.id, key: column.key } }
    }
    case 'money':
      return visibleMoney(sightOf(loaded, actor), moneyNamed(event)!)
    case 'everyone':
    case 'admins':
    case 'audit':
      return { ...definition, ...(isAdmin(actor) ? event.data : sharedData(event)) }
  }
}

const NO_MONEY: MoneyPolicy = { visibleTo: 'managers', splits: [] }

const sightOf = ({ money }: LoadedEvents, actor: Actor): MoneySight =>
  moneySightOf(actor, money.visibleTo, money.splits)

const moneyNamed = (event: StoredEvent): (MoneyNamed & Record<string, unknown>) | undefined =>
  hearersOf(event) === 'money' ? (event.data as MoneyNamed & Record<string, unknown>) : undefined

/** A key that two actors share if they get the same of an event about money. */
function moneyKey(loaded: LoadedEvents, event: StoredEvent, actor: Actor): string {
  if (!moneyNamed(event)) return ''
  return sightOf(loaded, actor).whole ? 'whole' : audienceOf(actor)
}

/**
 * A policy may have just taken the column away from a recipient. They learn that the definition changed for somebody,
 * so that their screens reload, but neither which column it was nor whether it concerned them.
 */
const isOfPolicy = (event: StoredEvent): boolean => hearersOf(event) === 'policy'

const isOfColumn = (event: StoredEvent): boolean =>
  hearersOf(event) === 'column' || isOfPolicy(event)

/** The event to send. If the recipient cannot see the column of a policy, the subject is the definition. */
function eventFor(
  event: StoredEvent,
  data: Record<string, unknown> | undefined,
  head: DefinitionHead | undefined,
): EventOut | undefined {
  const out = eventOut(event, data)
  if (!out || !head || !isOfPolicy(event) || out.data.column !== undefined) return out
  return { ...out, subject: `${head.kind}:${head.id}` }
}

/**
 * Everybody learns of a deleted column if everybody could see it; otherwise only admins do. Of a deleted formula, only
 * admins learn, since it may have read hidden columns.
 */
const seesColumn = (view: DefinitionView, column: ColumnHead, actor: Actor): boolean =>
  column.deleted
    ? isAdmin(actor) ||
      (!isFormula(column.type) && (column.visibleTo?.mode ?? 'everyone') === 'everyone')
    : view.columns.some(({ id }) => id === column.id)

const eventOut = (
  event: StoredEvent,
  data: Record<string, unknown> | undefined,
): EventOut | undefined =>
  data && {
    id: event.id,
    cursor: cursorOf(event),
    type: event.type,
    at: event.at.toISOString(),
    actor: event.actor,
    subject: event.subject,
    data,
  }

function rowsNamed(event: StoredEvent): RowsNamed | undefined {
  const definitionId = hearersOf(event) === 'rows' ? definitionIdOf(event) : undefined
  if (!definitionId) return undefined
  const { rowIds, entryIds, runs } = event.data as Partial<RowsNamed>
  return {
    definitionId,
    ...(rowIds && { rowIds }),
    ...(entryIds && { entryIds }),
    ...(runs && { runs }),
    deleted: ['rows.deleted', 'rows.purged'].includes(event.type),
  }
}

const views = new WeakMap<Definition, Map<string, DefinitionView>>()

/** The definition as the actor sees it, made once for all who see the same. */
export function viewFor(definition: Definition, actor: Actor): DefinitionView {
  const made = views.get(definition) ?? new Map<string, DefinitionView>()
  views.set(definition, made)
  const audience = audienceOf(actor)
  const view = made.get(audience) ?? viewOf(definition, actor)
  made.set(audience, view)
  return view
}

const keys = new WeakMap<DefinitionView, string>()

/** A key that two views of one definition share if they show the same columns. */
export function viewKey(view: DefinitionView): string {
  const key = keys.get(view) ?? view.columns.map(({ id }) => id).join(' ')
  keys.set(view, key)
  return key
}
