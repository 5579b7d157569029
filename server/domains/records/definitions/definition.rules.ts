import type { ProjectedCells } from '../../../../contract/rows.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Locale } from '../../../platform/locale.rules.ts'
import { type ColumnPolicy, maySee, mayWrite } from '../../policies/columns.rules.ts'
import type { CellColumn, CellValue } from '../cells/column.ts'

/** A column with what decides who reaches it. */
export interface Column extends CellColumn {
  description: string
  position: number
  policy: ColumnPolicy
  /** The slots that it had before its type changed, oldest first: history, events and receipts of then name them. */
  pastSlots?: readonly number[]
}

/** A board or page with its live columns, in their order. */
export interface Definition {
  workspaceId: string
  id: string
  kind: 'board' | 'page'
  key: string
  name: string
  description: string
  locale: Locale
  /** Another one after every change of the definition, its columns, their policies or the workspace. */
  version: string
  columns: readonly Column[]
  createdAt: Date
  createdBy: string
  updatedAt: Date
}

/** Stored cells: a column's slot to its value. */
export type StoredCells = Record<string, CellValue>

/** What every row carries beside its cells; computed columns are read from it. */
export interface RowFacts {
  /** Null in a dry run. */
  position: number | null
  createdAt: Date
  createdBy: string
  updatedAt: Date
  updatedBy: string
}

/** A definition as one actor may reach it: the only way from stored cells to answered ones. */
export interface DefinitionView {
  definition: Definition
  actor: Actor
  /** The columns that the actor may see. */
  columns: readonly Column[]
  /** A column by its key, id or name, in any case; nothing for one that the actor may not see. */
  find(ref: string): Column | undefined
  mayWrite(column: Column): boolean
  /** The column whose slot it is or once was, for what tells of the past; nothing for a hidden one. */
  ofSlot(slot: number | string): Column | undefined
  /** Cells by key, of the columns that the actor may see; an empty cell has no member. */
  project(cells: StoredCells, facts: RowFacts): Record<string, CellValue> & ProjectedCells
}

export function viewOf(definition: Definition, actor: Actor): DefinitionView {
  const columns = visibleTo(actor, definition.columns)
  const writable = new Set(columns.filter((column) => mayWrite(column.policy, actor)))
  const byRef = new Map<string, Column>()
  // The weaker ways of naming first, so that a key wins over another column's name.
  for (const part of ['name', 'id', 'key'] as const) {
    for (const column of columns) byRef.set(fold(column[part]), column)
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
    find: (ref) => byRef.get(ref) ?? byRef.get(fold(ref)),
    mayWrite: (column) => writable.has(column),
    project(cells, facts) {
      const projected: Record<string, CellValue> = {}
      for (const column of columns) {
        const value = isFact(column) ? computed(column, facts) : cells[column.slot]
        if (value !== undefined) projected[column.key] = value
      }
      return projected as Record<string, CellValue> & ProjectedCells
    },
  }
}

/** A formula tells of what it reads, so whoever may not see all of that does not see the formula either. */
function visibleTo(actor: Actor, columns: readonly Column[]): Column[] {
  if (!columns.some(({ type }) => type === 'formula')) {
    return columns.filter(({ policy }) => maySee(policy, actor))
  }
  const byId = new Map(columns.map((column) => [column.id, column]))
  const known = new Map<Column, boolean>()
  const sees = (column: Column): boolean => {
    const before = known.get(column)
    if (before !== undefined) return before
    known.set(column, true) // what goes round in a circle hides nothing by itself
    const inputs = Object.values(column.settings.inputs ?? {}).flatMap((id) => byId.get(id) ?? [])
    const seen = maySee(column.policy, actor) && inputs.every(sees)
    known.set(column, seen)
    return seen
  }
  return columns.filter(sees)
}

/** Whether a cell is no stored one, but something that every row carries. */
export const isFact = ({ readOnly, type }: Pick<Column, 'readOnly' | 'type'>): boolean =>
  readOnly && type !== 'formula'

const fold = (ref: string): string => ref.trim().normalize('NFC').toLowerCase()

/** The cell of a column that the service fills. A row's number is its position: both only ever rise. */
function computed(column: Column, facts: RowFacts): CellValue | undefined {
  switch (column.type) {
    case 'auto_number':
      return facts.position ?? undefined
    case 'created_at':
      return facts.createdAt.toISOString()
    case 'created_by':
      return facts.createdBy
    case 'updated_at':
      return facts.updatedAt.toISOString()
    case 'updated_by':
      return facts.updatedBy
    default:
      return undefined
  }
}

/** Letters that decomposition leaves as they are. */
const plain: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' }

/** A key made from a name: lower case, digits and `_`; unique among those taken. */
export function keyFrom(name: string, taken: (key: string) => boolean, separator = '_'): string {
  const base =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[ßæœøłđ]/g, (letter) => plain[letter]!)
      .replace(/[^a-z0-9]+/g, separator)
      .replace(/^[_-]+|[_-]+$/g, '')
      .slice(0, 56)
      .replace(/[_-]+$/, '') || 'untitled'
  for (let n = 1; ; n++) {
    const key = n === 1 ? base : `${base}${separator}${n}`
    if (!taken(key)) return key
  }
}
