import { createHash } from 'node:crypto'
import { hasOptions } from '../../../../shared/column-types.ts'
import { notationsOf } from '../../../../shared/notations.ts'
import { folded } from '../../records/cells/words.ts'
import type { Column, DefinitionView } from '../../records/definitions/definition.rules.ts'
import { namesRows } from '../../records/rows/linked-rows.rules.ts'
import { OWN_ID } from '../../records/rows/own-id-column.rules.ts'
import { parsedJson } from './form-json.rules.ts'
import { keepersOf, mayMakeKeepers } from './kept-values.rules.ts'
import type { LinkChoice } from './link-choices.rules.ts'
import type { How } from './notations.rules.ts'
import { mappedColumns, type Place, type RunFile } from './places.rules.ts'
import type { Treatment } from './treatments.rules.ts'

/** A finished import of a file with the same headers. */
export interface EarlierRun {
  id: string
  finishedAt: Date
  file: Pick<RunFile, 'header' | 'columns' | 'matchOn'>
  /** Runs of older versions have none. */
  treatment: Pick<Treatment, 'leave' | 'keep' | 'maps' | 'links' | 'readAs'> | null
}

/** How an earlier import was mapped, as far as a person can do the same: what a form would say. */
export interface Remembered {
  runId: string
  at: string
  matchOn: string | null
  onBad: Record<string, 'leave_empty' | 'keep' | 'refuse'>
  valueMaps: Record<string, Record<string, string | null>>
  links: Record<string, LinkChoice>
  readAs: Record<string, How>
}

/** What a file’s own ids suggest: whether its rows are here already, and how its links find theirs. */
export type Suggested = Pick<Remembered, 'matchOn' | 'links'>

/** The same for the same headers in any order. */
export const headerKeyOf = (header: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(header.toSorted())).digest('hex')

/**
 * Where the columns of a file go if it is mapped as an earlier one with the same headers; undefined if no column can go
 * where it went then. Columns that cannot be seen or written do not exist.
 */
export function mappedAsBefore(
  view: DefinitionView,
  header: readonly string[],
  boards: ReadonlyMap<string, DefinitionView>,
  { id, finishedAt, file, treatment }: EarlierRun,
): { places: Place[]; remembered: Remembered } | undefined {
  const byId = new Map(view.columns.map((column) => [column.id, column]))
  const places = header.map((name, at): Place => {
    const column = byId.get(file.columns[placeIn(file.header, header, at)] ?? '')
    if (!column || column.readOnly || !view.mayWrite(column)) {
      return { header: name, column: null, why: 'none' }
    }
    return { header: name, column, why: 'remembered' }
  })
  const mapped = mappedColumns(places)
  if (mapped.length === 0) return undefined
  const matchOn = mapped.find((column) => column.id === file.matchOn)
  const { leave = [], keep = {}, maps = {}, links = {}, readAs = {} } = treatment ?? {}
  const canKeep = (column: Column) =>
    mayMakeKeepers(view.actor) || keepersOf(view, places, [column])[0]!.into !== undefined
  const chosen = treatment ? mapped.filter((one) => !one.required && one !== matchOn) : []
  return {
    places,
    remembered: {
      runId: id,
      at: finishedAt.toISOString(),
      matchOn: matchOn?.key ?? null,
      onBad: Object.fromEntries(
        chosen.map((column) => {
          const { id, key } = column
          const effect = leave.includes(id) ? 'leave_empty' : 'refuse'
          return [key, keep[id] && canKeep(column) ? 'keep' : effect]
        }),
      ),
      valueMaps: Object.fromEntries(
        mapped.flatMap((column) => {
          const map = maps[column.id]
          return map ? [[column.key, stillValid(column, map)]] : []
        }),
      ),
      links: Object.fromEntries(
        mapped.flatMap((column) => {
          const choice = links[column.id]
          const by = choice && keyOf(boards.get(column.settings.definitionId ?? ''), choice.by)
          return by === undefined ? [] : [[column.key, { by, create: choice!.create }]]
        }),
      ),
      readAs: Object.fromEntries(
        mapped.flatMap(({ id, key, type }) => {
          const how = notationsOf(type).find((one) => one === readAs[id])
          return how ? [[key, how]] : []
        }),
      ),
    },
  }
}

/** What a column of a linked board is called now, if it still names rows. */
function keyOf(board: DefinitionView | undefined, by: string): string | undefined {
  if (by === OWN_ID) return board && OWN_ID
  const column = board?.find(by)
  return column && namesRows(column) ? column.key : undefined
}

/** Where the column of a file was in another with the same headers. The same name means the first, then the second of it. */
function placeIn(earlier: readonly string[], header: readonly string[], at: number): number {
  const nth = header.slice(0, at).filter((name) => name === header[at]).length
  const places = earlier.flatMap((name, place) => (name === header[at] ? [place] : []))
  return places[nth] ?? -1
}

/** Without labels that are no options any more. */
function stillValid(
  { settings: { options = [], allowNewOptions }, type }: Column,
  map: Record<string, string | null>,
): Record<string, string | null> {
  if (!hasOptions(type)) return {}
  const isOption = (label: string) => options.some((one) => folded(one.label) === folded(label))
  return Object.fromEntries(
    Object.entries(map).filter(([, label]) => label === null || allowNewOptions || isOption(label)),
  )
}

interface SentFields {
  matchOn?: string
  onBad?: string
  valueMaps?: string
  links?: string
  readAs?: string
}

/** The fields of a form, with what is remembered where they say nothing. The word about a column comes last, so it counts. */
export function withRemembered<F extends SentFields>(
  fields: F,
  remembered: Suggested & Partial<Remembered>,
): F {
  const matchOn = fields.matchOn ?? remembered.matchOn ?? undefined
  return {
    ...fields,
    ...(matchOn !== undefined && { matchOn }),
    ...(remembered.onBad && { onBad: merged(remembered.onBad, fields.onBad) }),
    ...(remembered.valueMaps && { valueMaps: merged(remembered.valueMaps, fields.valueMaps) }),
    links: merged(remembered.links, fields.links),
    ...(remembered.readAs && { readAs: merged(remembered.readAs, fields.readAs) }),
  }
}

function merged(known: object, answer: string | undefined): string {
  const sent = answer === undefined ? {} : parsedJson(answer)
  // Anything else is refused where it is read.
  const isObject = typeof sent === 'object' && sent !== null && !Array.isArray(sent)
  return isObject ? JSON.stringify({ ...known, ...sent }) : answer!
}
