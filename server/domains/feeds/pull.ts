import { why } from '../../../contract/refusals/reasons.ts'
import { tokenRef, type UserActor, userRef } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { DEFAULT_LIMIT } from '../../platform/http/cursor.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { idsOfKeys } from '../records/definitions/definition-heads.ts'
import { listTokensOf } from '../workspaces/tokens/token-names.ts'
import { isWanted } from './audience.rules.ts'
import * as sql from './events.sql.ts'
import { cursorOf, type Position, positionOf, START } from './positions.ts'
import { type EventOut, loadEvents, projectEvent, withinBudget } from './projection.ts'

interface PullQuery {
  order?: 'oldest' | 'newest'
  actor?: string
  person?: number
  after?: string
  cursor?: string
  limit?: number
  types?: string
  definition?: string
}

/** How many events one request reads, and how many at a time. If few match, a page before the last can be short. */
const MOST_SEEN = 5000
const BLOCK = 250

/**
 * The events after a place that the actor may see, oldest first; or before it, newest first.
 *
 * @throws Refusal invalid_cursor, unknown_reference (definition), invalid_request (`after` going back).
 */
export async function pullEvents(tx: Tx, actor: UserActor, query: PullQuery) {
  const { limit = DEFAULT_LIMIT, types = '*', order = 'oldest' } = query
  const isBack = order === 'newest'
  if (isBack && query.after) throw invalid('query.after', why('oldest_only', {}))
  const wanted = types.split(',')
  const { definition: key } = query
  const [definitionId] = key ? await idsOfKeys(tx, [key], () => 'query.definition') : []
  const from = query.cursor ?? query.after ?? (isBack ? 'now' : undefined)
  const [start, horizon, tokens] = await Promise.all([
    positionAt(tx, from),
    sql.findHorizon(tx),
    query.person === undefined ? [] : listTokensOf(tx, query.person),
  ])
  const of = query.person
  const theirs = new Set(of === undefined ? [] : [userRef(of), ...tokens.map(tokenRef)])
  const isAsked = ({ type, actor: by, subject }: sql.StoredEvent): boolean =>
    isWanted(type, wanted) &&
    (query.actor ?? by) === by &&
    (of === undefined || theirs.has(by) || subject === `seat:${of}`)
  let place = start
  const data: EventOut[] = []
  const began = cursorOf(place)
  const answer = (isMore: boolean) => ({
    data,
    nextCursor: isMore ? cursorOf(place) : null,
    after: isBack ? began : cursorOf(place),
  })
  for (let seen = 0; seen < MOST_SEEN; ) {
    const block = await (isBack ? sql.listEventsBefore : sql.listEventsAfter)(
      tx,
      place,
      horizon,
      BLOCK,
    )
    const events = withinBudget(block)
    const loaded = await loadEvents(tx, events.filter(isAsked))
    for (const event of events) {
      const isThere = !definitionId || loaded.definitionOf(event)?.id === definitionId
      const projected =
        isThere && loaded.events.includes(event) && projectEvent(loaded, event, actor)
      place = { xid: event.xid, id: event.id }
      if (projected) data.push(projected)
      if (data.length === limit) return answer(true)
    }
    if (events.length === block.length && block.length < BLOCK) {
      return answer(false)
    }
    seen += events.length
    // Rows take more memory than events, so a page ends with a block that was cut short because of its rows.
    if (data.length > 0 && events.length < block.length) break
  }
  return answer(true)
}

/** @throws Refusal invalid_cursor, also for a place that no event of this database can have yet. */
export async function positionAt(tx: Tx, cursor: string | undefined): Promise<Position> {
  if (cursor === undefined) return START
  const end = await sql.findEnd(tx)
  if (cursor === 'now') return end
  const position = positionOf(cursor)
  if (position.xid > end.xid) throw new Refusal('invalid_cursor')
  return position
}
