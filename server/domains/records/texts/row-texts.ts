import type { ClientConfig } from 'pg'
import type { Database } from '../../../platform/database/db.ts'
import { withOwner } from '../../../platform/database/owner.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { announceWork, findDueWork, settleWork } from '../../../platform/jobs/due-work.ts'
import type { DefinitionView } from '../definitions/definition.rules.ts'
import { findDefinition } from '../definitions/definitions.sql.ts'
import { BIG_BOARD } from '../indexes/column-indexes.rules.ts'
import {
  analyzeTexts,
  dropIndex,
  makeTextIndex,
  tryIndexLock,
} from '../indexes/column-indexes.sql.ts'
import {
  FEW_CANDIDATES,
  hasFormulaText,
  likePattern,
  MOST_EVENTS,
  mostCandidates,
  namedRows,
  rarePart,
  storedForms,
  TEXT_FORM,
  textIndexName,
  textSlots,
} from './row-texts.rules.ts'
import * as sql from './row-texts.sql.ts'

export { remakeTextIndexes } from './row-texts.sql.ts'

const KIND = 'row_texts'

/**
 * The only rows of a big board that a search can find: those whose stored text contains it, and those that changed
 * since. Undefined if it is better to read the whole board. Asks for the board's texts if they are missing.
 */
export async function searchCandidates(
  tx: Tx,
  view: DefinitionView,
  rowCount: number,
  search: string,
  isCounted: boolean,
): Promise<string[] | undefined> {
  if (rowCount < BIG_BOARD || hasFormulaText(view)) return undefined
  const { id } = view.definition
  const index = await sql.findTextIndex(tx, id)
  const covered =
    index?.form === TEXT_FORM && textSlots(view).every((slot) => index.slots.includes(slot))
  const outdated = index?.state === 'ready' && !covered
  if (!index || outdated || index.lately === false) {
    sql.wantTexts(tx, id, outdated)
    announceWork(tx, KIND)
  }
  if (index?.state !== 'ready' || !covered) return undefined
  const most = mostCandidates(search, rowCount, isCounted)
  const [events, ...found] = await Promise.all([
    sql.listRowEvents(tx, index, null, MOST_EVENTS + 1),
    ...storedForms(search).map((text) => rowsWith(tx, id, text, most + 1)),
  ])
  const changed = events.length > MOST_EVENTS ? undefined : namedRows(events)
  if (!changed || found.some((rows) => rows.length > most)) return undefined
  const arrived = changed.runs.length > 0 ? await sql.rowsInRuns(tx, id, changed.runs) : []
  return [...new Set([...found.flat(), ...changed.ids, ...arrived])]
}

/** Up to `most` rows that may contain the text: those with its rare part if they are few, else those with all of it. */
async function rowsWith(tx: Tx, definitionId: string, search: string, most: number) {
  const part = rarePart(search)
  const few = part && (await sql.rowsWithText(tx, definitionId, likePattern(part), FEW_CANDIDATES))
  if (few && few.length < FEW_CANDIDATES) return few
  return sql.rowsWithText(tx, definitionId, likePattern(search), most)
}

const AGAIN_MS = 2_000

/**
 * One turn of the background work: fills in the texts of boards that people search, and follows their events.
 *
 * @returns whether there is more to do right away.
 */
export async function workOnRowTexts(
  db: Database,
  owner: ClientConfig,
  signal: AbortSignal,
): Promise<boolean> {
  let busy = false
  for (const due of await findDueWork(db, KIND)) {
    const scope = { workspaceId: due.workspaceId }
    const indexes = await db.withWorkspace(scope, sql.listTextIndexes)
    let more = false
    for (const { definition_id } of indexes) {
      if (signal.aborted) return false
      const next = await db.withWorkspace(scope, (tx) => step(tx, definition_id))
      // If another process is making indexes, this one waits for its next turn.
      const made =
        next === 'index' && (await makeIndex(db, owner, { ...scope, definitionId: definition_id }))
      if (next === 'drop') {
        await withOwner(owner, (client) => dropIndex(client, textIndexName(definition_id)))
      }
      more ||= next === 'more' || made
    }
    await db.withWorkspace(scope, async (tx) =>
      settleWork(tx, KIND, due, indexes.length > 0 ? (more ? 0 : AGAIN_MS) : null),
    )
    busy ||= more
  }
  return busy
}

const BLOCK = 2_000
/** How many events one turn follows; each names at most 1,000 rows. */
const EVENTS = 50

/** Does one block of a board's work, in the transaction that locks its index. @returns what is needed next. */
async function step(tx: Tx, definitionId: string): Promise<'more' | 'index' | 'drop' | undefined> {
  const index = await sql.takeTextIndex(tx, definitionId)
  if (!index) return undefined
  if (index.unused || index.deleted) {
    if ((await sql.deleteTexts(tx, definitionId, BLOCK * 5)) > 0) return 'more'
    sql.deleteTextIndex(tx, definitionId)
    return 'drop'
  }
  switch (index.state) {
    case 'wanted': {
      const definition = await findDefinition(tx, definitionId)
      const slots = definition ? textSlots(definition) : []
      sql.beginTexts(tx, definitionId, slots, TEXT_FORM, await sql.settledHorizon(tx))
      return 'more'
    }
    case 'filling': {
      const upTo = index.position + BLOCK
      sql.storeTextsBetween(tx, definitionId, index.slots, index.position, upTo)
      const last = await sql.lastPosition(tx, definitionId)
      sql.setTextState(tx, definitionId, upTo >= last ? 'filled' : 'filling', upTo)
      return 'more'
    }
    case 'filled':
      return 'index'
    case 'ready':
      return follow(tx, index)
  }
}

/** Moves on after this many transactions even without events: otherwise each search would look through them all. */
const FAR = 10_000n

async function follow(tx: Tx, index: sql.TextIndex): Promise<'more' | undefined> {
  const { definition_id, slots, xid } = index
  const horizon = await sql.settledHorizon(tx)
  const events = await sql.listRowEvents(tx, index, horizon, EVENTS)
  if (events.length > 0) {
    const ids = events.flatMap(({ data }) => data.rowIds ?? [])
    const runs = events.flatMap(({ data }) => data.runs ?? [])
    sql.storeTextsOf(tx, definition_id, slots, { ids, runs })
  }
  if (events.length === EVENTS) {
    sql.followTo(tx, definition_id, events.at(-1)!)
    return 'more'
  }
  if (events.length > 0 || BigInt(horizon) - BigInt(xid) > FAR) {
    sql.followTo(tx, definition_id, { xid: horizon, id: sql.BEFORE_ALL })
  }
  return undefined
}

interface Place {
  workspaceId: string
  definitionId: string
}

async function makeIndex(db: Database, owner: ClientConfig, place: Place): Promise<boolean> {
  const name = textIndexName(place.definitionId)
  const ready = await withOwner(owner, async (client) => {
    if (!(await sql.textIndexState(client, name)).able) return true // searches work without one, only slower
    if (!(await tryIndexLock(client, 'row_texts'))) return false
    const { valid } = await sql.textIndexState(client, name)
    if (valid === false) await dropIndex(client, name)
    if (!valid) await makeTextIndex(client, place, name)
    await analyzeTexts(client)
    return true
  })
  if (ready) {
    await db.withWorkspace(place, async (tx) =>
      sql.setTextState(tx, place.definitionId, 'ready', 0),
    )
  }
  return ready
}
