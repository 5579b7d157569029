import type { QueryOf } from '../../../../contract/language/operation.ts'
import type { obligationOperations } from '../../../../contract/obligations/obligations.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { isOpen, type ObligationStatus } from '../../../../shared/obligation-states.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { isInRange, momentOf } from '../../../platform/times.rules.ts'
import { obligationOut } from '../changing/obligations.ts'
import { deadlineAt } from '../deadlines/sla.rules.ts'
import { isId } from '../obligation/obligation-references.ts'
import type { ObligationRow } from '../obligation/obligations.sql.ts'
import * as sql from './obligation-listing.sql.ts'

type Query = QueryOf<typeof obligationOperations.list>

/** An order: by id, or by a time and then the id. */
interface Order {
  list: typeof sql.listById
  timeOf?: (row: ObligationRow) => Date | null
}

const byBreach: Order = { list: sql.listByBreach, timeOf: (row) => row.slaBreachAt }
const orders: Record<NonNullable<Query['sort']>, Order> = {
  id: { list: sql.listById },
  '-id': { list: sql.listByIdDown },
  dueAt: { list: sql.listByDue, timeOf: (row) => row.dueAt },
  '-dueAt': { list: sql.listByDueDown, timeOf: (row) => row.dueAt },
  deadlineAt: { list: sql.listByDeadline, timeOf: deadlineAt },
  '-deadlineAt': { list: sql.listByDeadlineDown, timeOf: deadlineAt },
}

/** @throws Refusal invalid_request, invalid_cursor. */
export async function listObligations(tx: Tx, query: Query) {
  const { forecast, sort = 'id', limit = DEFAULT_LIMIT } = query
  const order = forecast && query.sort === undefined ? byBreach : orders[sort]
  const filters = filtersOf(query)
  const after = query.cursor ? placeIn(query.cursor, order) : null
  const found = await order.list(tx, filters, after, limit + 1)
  const { items, nextCursor } = page(found, limit, (row) => keyOf(row, order))
  return { data: items.map(obligationOut), nextCursor }
}

const filtersOf = (query: Query): sql.Filters => ({
  statuses: query.status?.split(',') ?? null,
  isOpen: query.status?.split(',').every((status) => isOpen(status as ObligationStatus)) ?? false,
  obligationType: query.obligationType ?? null,
  assignedToUserId: idOrNobody(query.assignedToUserId),
  dealRowId: query.dealRowId ?? null,
  parentId: idOrNobody(query.parentObligationId),
  dueFrom: momentIn(query, 'dueFrom'),
  dueTo: momentIn(query, 'dueTo'),
  deadlineFrom: momentIn(query, 'deadlineFrom'),
  deadlineTo: momentIn(query, 'deadlineTo'),
  isOverdue: query.overdue ?? null,
  isBreached: query.breached ?? null,
  forecastHours: query.forecast ? hoursOf(query.forecast) : null,
})

/** A number that cannot be an id becomes 0, which is nobody's id, so nothing matches. */
const idOrNobody = (id: number | undefined): number | null =>
  id === undefined ? null : isId(id) ? id : 0

type Moment = 'dueFrom' | 'dueTo' | 'deadlineFrom' | 'deadlineTo'

function momentIn(query: Query, field: Moment): Date | null {
  const text = query[field]
  if (text === undefined) return null
  const moment = momentOf(text)
  if (moment) return moment
  throw invalid(`query.${field}`, why('not_a_moment', {}))
}

const hoursOf = (forecast: string): number =>
  Number.parseInt(forecast, 10) * (forecast.endsWith('d') ? 24 : 1)

/** Stands for "no time" in a cursor, which holds only numbers. */
const NEVER = Number.MAX_SAFE_INTEGER

const keyOf = (row: ObligationRow, { timeOf }: Order): number[] =>
  timeOf ? [timeOf(row)?.getTime() ?? NEVER, row.id] : [row.id]

function placeIn(cursor: string, { timeOf }: Order): sql.Place {
  if (!timeOf) return { id: decodeCursor(cursor, ['number'])[0] }
  const [ms, id] = decodeCursor(cursor, ['number', 'number'])
  if (ms === NEVER) return { id }
  if (!isInRange(ms)) throw new Refusal('invalid_cursor')
  return { id, at: new Date(ms).toISOString() }
}
