import type { Failure } from '../../../../../sdk/client.ts'
import { MOST_ROWS } from '../../../../../shared/limits.ts'
import { failureWords } from '../../../../service/failures/failure-words.rules.ts'
import type { Problem } from '../../../../service/failures/refused-value.rules.ts'
import type { Cells, Row } from '../../list/types.ts'
import { chunks, placeOfIssue } from './changes.rules.ts'
import type { NewCells } from './new-rows.ts'
import type { RowSource } from './row-source.ts'

const MOST_TRIES = 8

/** The result for rows that were added together. A row is identified by its number among them. */
export interface Added {
  rows: Row[]
  /** The ids of those that were added, by their number. */
  ids: Map<number, string>
  coerced: { row: number; key: string; sent: string; stored: string }[]
  ignored: { row: number; key: string; why: string }[]
  refused: ({ row: number; key: string | null } & Problem)[]
}

/** Adds any number of rows. A refused cell is left out, and a row that lacks a required value is not added. */
export async function addRows(
  source: RowSource,
  given: readonly Cells[],
  nextKey: () => { idempotencyKey: string },
  onProgress?: (done: number, of: number) => void,
): Promise<Added> {
  const added: Added = { rows: [], ids: new Map(), coerced: [], ignored: [], refused: [] }
  const numbered = given.map((cells, row) => ({ row, cells: { ...cells } }))
  let done = 0
  for (const part of chunks(numbered, MOST_ROWS)) {
    await addPart(source, part, nextKey, added)
    done += part.length
    onProgress?.(done, given.length)
  }
  return added
}

async function addPart(
  source: RowSource,
  part: { row: number; cells: Cells }[],
  nextKey: () => { idempotencyKey: string },
  added: Added,
): Promise<void> {
  let left = part
  for (let tries = 0; left.length > 0; tries++) {
    const body = { rows: left.map(({ cells }) => ({ cells })) }
    const result = await source.make(async () => {
      const answer = await source.service.createRows({ key: source.key }, body, nextKey())
      if (answer.ok) source.append((answer as { data: Row[] }).data)
      return answer
    })
    if (result.ok) {
      const { data, receipts } = result as { data: Row[]; receipts: Receipts }
      receipts.forEach(({ coerced, ignored }, i) => {
        const { row } = left[i]!
        added.ids.set(row, data[i]!.id)
        for (const { column, ...texts } of coerced)
          added.coerced.push({ row, key: column, ...texts })
        for (const { column, why } of ignored) added.ignored.push({ row, key: column, why })
      })
      added.rows.push(...data)
      return
    }
    const places = tries < MOST_TRIES ? result.issues.map(({ path }) => placeOfIssue(path)) : []
    if (!places.some((place) => place && left[place.index])) {
      const message = failureWords(result)
      for (const { row } of left) added.refused.push({ row, key: null, message })
      return
    }
    const dropped = new Set<number>()
    places.forEach((place, i) => {
      const one = place && left[place.index]
      if (!one) return
      const { path: _, ...why } = result.issues[i]!
      added.refused.push({ row: one.row, key: place.key, ...why })
      if (place.key === null || !(place.key in one.cells)) dropped.add(place.index)
      else delete one.cells[place.key]
    })
    left = left.filter(({ cells }, i) => !dropped.has(i) && Object.keys(cells).length > 0)
  }
}

/**
 * Creates rows that somebody filled in, completely or not at all. If it is unclear whether a request succeeded,
 * sending it again does not create them twice.
 *
 * @returns why they were not created.
 */
export function addNewRows(
  source: RowSource,
  idempotencyKey: string,
  rows: readonly NewCells[],
): Promise<Failure | undefined> {
  return source.make(async () => {
    const body = { rows: rows.map(({ cells }) => ({ cells })) }
    const answer = await source.service.createRows({ key: source.key }, body, { idempotencyKey })
    if (!answer.ok) return answer
    const { data } = answer as { data: Row[] }
    for (const [i, { id, cells }] of rows.entries()) source.settleNew(id, data[i]!, cells)
    return undefined
  })
}

type Receipts = {
  coerced: { column: string; sent: string; stored: string }[]
  ignored: { column: string; why: string }[]
}[]
