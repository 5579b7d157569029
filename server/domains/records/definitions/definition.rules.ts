import type * as AnyAscii from 'any-ascii'
import type { ProjectedCells } from '../../../../contract/records/rows.ts'
import { type Why, why } from '../../../../contract/refusals/reasons.ts'
import { isFormula, type RowField, rowFieldOf } from '../../../../shared/column-types.ts'
import { nearMiss } from '../../../../shared/nearest.ts'
import type { Actor } from '../../../platform/actor.ts'
import { lazily } from '../../../platform/lazy.ts'
import type { Locale } from '../../../platform/locale.rules.ts'
import { type ColumnPolicy, maySee, mayWrite } from '../../policies/columns.rules.ts'
import type { CellColumn, CellValue } from '../cells/column.ts'
import { folded, named } from '../cells/words.ts'
import type { Look } from './looks.rules.ts'

/** A column with its policy. */
export interface Column extends CellColumn {
  description: string
  position: number
  policy: ColumnPolicy
  /** Its slots before its type changed, oldest first; history, events and receipts from then name them. */
  pastSlots?: readonly number[]
}

/** A board or page with its live columns, in their order. */
export interface Definition extends Look {
  workspaceId: string
  id: string
  kind: 'board' | 'page'
  key: string
  name: string
  description: string
  locale: Locale
  /** Differs after every change of the definition, its columns, their policies or the workspace. */
  version: string
  columns: readonly Column[]
  createdAt: Date
  createdBy: string
  updatedAt: Date
}

/**
 * A definition's version as somebody sees it: where only some definitions exist, it is another, because it links to fewer.
 * @param only the ids of the definitions that exist; undefined if all do
 */
export const versionSeen = (version: number, only: readonly string[] | undefined): string =>
  only ? `${version}.${only.join()}` : String(version)

/** Stored cells: a column's slot to its value. */
export type StoredCells = Record<string, CellValue>

/** A row whose cells are being stored; `before` is empty for a new one. */
export interface StoredRow {
  id: string
  before: StoredCells
  after: StoredCells
}

/** What every row has besides its cells; columns that the service fills show it. */
export interface RowFacts extends Record<RowField, unknown> {
  /** Null in a dry run. */
  position: number | null
  createdAt: Date
  createdBy: string
  updatedAt: Date
  updatedBy: string
}

/** A definition as one actor sees it. Stored cells reach answers only through it. */
export interface DefinitionView {
  definition: Definition
  actor: Actor
  /** The columns that the actor can see. */
  columns: readonly Column[]
  /** A column by its key, id or name, in any case; undefined if the actor cannot see it. */
  find(ref: string): Column | undefined
  mayWrite(column: Column): boolean
  /** The column that has or had this slot, for records of the past; undefined if the actor cannot see it. */
  ofSlot(slot: number | string): Column | undefined
  /** Cells by column key, of the columns that the actor can see; an empty cell has no member. */
  project(cells: StoredCells, facts: RowFacts): Record<string, CellValue> & ProjectedCells
}

export function viewOf(definition: Definition, actor: Actor): DefinitionView {
  const columns = visibleTo(actor, definition.columns)
  const writable = new Set(columns.filter((column) => mayWrite(column.policy, actor)))
  const byRef = new Map<string, Column>()
  // Keys last, so that a key wins over another column's name.
  for (const part of ['name', 'id', 'key'] as const) {
    for (const column of columns) byRef.set(folded(column[part]), column)
  }
  const bySlot = new Map(
    columns.flatMap((column) =>
      [column.slot, ...(column.pastSlots ?? [])].map((slot) => [slot, column] as const),
    ),
  )
  return {
    definition,
    actor,
    columns,
    ofSlot: (slot) => bySlot.get(Number(slot)),
    find: (ref) => byRef.get(ref) ?? byRef.get(folded(ref)),
    mayWrite: (column) => writable.has(column),
    project(cells, facts) {
      const projected: Record<string, CellValue> = {}
      for (const column of columns) {
        const value = isFact(column) ? factOf(column, facts) : cells[column.slot]
        if (value !== undefined) projected[column.key] = value
      }
      return projected as Record<string, CellValue> & ProjectedCells
    },
  }
}

/** The key of the column that a mistyped name may mean, of those that the actor can see. */
export function nearestKey(
  { columns, find }: Pick<DefinitionView, 'columns' | 'find'>,
  ref: string,
): string | undefined {
  const near = nearMiss(
    ref,
    columns.flatMap(({ key, name }) => [name, key]),
  )
  return near === undefined ? undefined : find(near)?.key
}

/** Why a name finds no column. It is the same for a column that the actor cannot see and for one that does not exist. */
export function noSuchColumn(view: DefinitionView, ref: string): Why {
  const nearest = nearestKey(view, ref)
  const sent = named(ref)
  return nearest === undefined
    ? why('names_no_column', { sent })
    : why('misnames_column', { sent, nearest })
}

/** A formula reveals the columns that it reads. People who cannot see all of those cannot see the formula either. */
function visibleTo(actor: Actor, columns: readonly Column[]): Column[] {
  if (!columns.some(({ type }) => isFormula(type))) {
    return columns.filter(({ policy }) => maySee(policy, actor))
  }
  const byId = new Map(columns.map((column) => [column.id, column]))
  const known = new Map<Column, boolean>()
  const sees = (column: Column): boolean => {
    const before = known.get(column)
    if (before !== undefined) return before
    known.set(column, true) // a circle of formulas hides nothing by itself
    const inputs = Object.values(column.settings.inputs ?? {}).flatMap((id) => byId.get(id) ?? [])
    const seen = maySee(column.policy, actor) && inputs.every(sees)
    known.set(column, seen)
    return seen
  }
  return columns.filter(sees)
}

/** Whether the column shows something that every row has, not a stored cell. */
export const isFact = ({ readOnly, type }: Pick<Column, 'readOnly' | 'type'>): boolean =>
  readOnly && !isFormula(type)

/** The cell of a column that shows what every row has. A row's number is its position, since both only rise. */
function factOf({ type }: Column, facts: RowFacts): CellValue | undefined {
  const field = rowFieldOf(type)
  const value = field && facts[field]
  return value instanceof Date ? value.toISOString() : (value ?? undefined)
}

const ascii = lazily<typeof AnyAscii>('any-ascii')

/** A word in the letters of keys: `größe` is `grosse`, `Сумма` is `summa`, `商品` is `shangpin`. */
const inAscii = (word: string): string => {
  const spelled = /^[a-z0-9]+$/i.test(word) ? word : ascii().default(word)
  return spelled.replace(/[^a-z0-9]/gi, '').toLowerCase()
}

/**
 * Whether every object of JavaScript has a member of this name, such as `constructor`: a program would find that in place of an
 * empty cell.
 */
export const isOfObjects = (key: string): boolean => key in Object.prototype

/** A key made from a name: lower case, digits and `_`, not taken yet and no member of every object. */
export function keyFrom(name: string, taken: (key: string) => boolean, separator = '_'): string {
  const words = name.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const base =
    words
      .map(inAscii)
      .filter((word) => word !== '')
      .join(separator)
      .slice(0, 56)
      .replace(/[_-]+$/, '') || 'untitled'
  for (let n = 1; ; n++) {
    const key = n === 1 ? base : `${base}${separator}${n}`
    if (!taken(key) && !isOfObjects(key)) return key
  }
}
