import { Readable } from 'node:stream'
import { messageOf } from '../../../../contract/refusals/reasons.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { notFound } from '../../../platform/refusal.ts'
import type { DefinitionView } from '../../records/definitions/definition.rules.ts'
import { locate } from '../../records/definitions/locate.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../records/exports/csv.rules.ts'
import { disarmed } from '../../records/exports/disarming.rules.ts'
import { type ImportFault, shownFault } from '../../records/rows/imported-rows.rules.ts'
import { viewWithOwnId } from '../../records/rows/own-id-column.rules.ts'
import * as sql from './runs.sql.ts'
import type { RunAddress } from './runs.ts'

/** Which rows of a run: those that were refused, or those that were imported with cells left empty. */
export type Which = 'refused' | 'left_empty'

/** What a reader can see of a run's failures, without columns of the file that went to hidden columns. */
interface Sight {
  runId: string
  imported: boolean
  view: DefinitionView
  /** The columns of the file that are shown, by place. */
  places: { at: number; header: string; name: string }[]
}

async function sightOf(
  tx: Tx,
  actor: Actor,
  address: RunAddress,
  which: Which = 'refused',
): Promise<Sight> {
  const definition = await locate(tx, address)
  const run = await sql.findRun(tx, definition.id, address.runId)
  if (!run) throw notFound()
  const view = viewWithOwnId(definition, actor)
  const visible = new Set(view.columns.map(({ id }) => id))
  const all = run.file?.header ?? []
  const places = all.flatMap((header, at) => {
    const column = run.file!.columns[at]
    if (column && !visible.has(column)) return []
    const name = header === '' || all.indexOf(header) < at ? `${header} (${at + 1})`.trim() : header
    return [{ at, header, name }]
  })
  return { runId: run.id, imported: which === 'left_empty', view, places }
}

function errorsOf({ view }: Sight, { errors }: sql.FailureRecord) {
  return errors.flatMap((fault) => shownFault(view, fault))
}

/** The message with the column's name in place of its key, for people. Runs of releases up to 0.1.1 kept no reasons. */
function reasonOf({ view }: Sight, { column: key, message, reason, values }: ImportFault): string {
  const column = view.columns.find((candidate) => candidate.key === key)
  if (!column || !reason || !values) return message
  return `${column.name}: ${messageOf({ reason, values })}`
}

export async function listFailures(
  tx: Tx,
  actor: Actor,
  address: RunAddress,
  query: { limit?: number; cursor?: string; which?: Which },
) {
  const sight = await sightOf(tx, actor, address, query.which)
  const limit = query.limit ?? DEFAULT_LIMIT
  const after = query.cursor ? decodeCursor(query.cursor, ['number'])[0] : 0
  const found = await sql.listFailures(tx, sight, after, limit + 1)
  const { items, nextCursor } = page(found, limit, ({ line }) => [line])
  const data = items.map((failure) => ({
    line: failure.line,
    values: Object.fromEntries(sight.places.map(({ at, name }) => [name, failure.texts[at] ?? ''])),
    errors: errorsOf(sight, failure),
  }))
  return { data, nextCursor }
}

const ROWS_AT_ONCE = 1000

/** All failures as a CSV, read from the database only as fast as the client takes them. */
export async function failuresFile(
  db: Database,
  actor: Actor,
  address: RunAddress,
  which: Which | undefined,
): Promise<Readable> {
  const sight = await db.readWorkspace(actor, (tx) => sightOf(tx, actor, address, which))
  async function* lines() {
    const header = [...sight.places.map(({ header }) => header), 'error']
    yield BYTE_ORDER_MARK + csvLine(header.map(disarmed))
    for (let after = 0; ; ) {
      const found = await db.readWorkspace(actor, (tx) =>
        sql.listFailures(tx, sight, after, ROWS_AT_ONCE),
      )
      if (found.length === 0) return
      after = found.at(-1)!.line
      yield found.map((failure) => csvLine(fieldsOf(sight, failure))).join('')
    }
  }
  return Readable.from(lines())
}

function fieldsOf(sight: Sight, failure: sql.FailureRecord): string[] {
  const why = errorsOf(sight, failure).map((error) => reasonOf(sight, error))
  // Faults of columns that the reader cannot see are left out.
  const error = why.length > 0 ? why.join('; ') : 'refused'
  return [...sight.places.map(({ at }) => failure.texts[at] ?? ''), error].map(disarmed)
}
