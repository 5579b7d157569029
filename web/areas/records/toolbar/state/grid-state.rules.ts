import { MOST_FROZEN } from '../../../../../shared/limits.ts'
import { totalsOf } from '../../../../../shared/totals.ts'
import type { Item } from '../../../../service/api.ts'
import { plainState } from '../../list/plain-state.rules.ts'
import type { Definition, GridState, ViewKind } from '../../list/types.ts'
import { columnsFor } from './view-kinds.rules.ts'

export type SavedView = Item<'definitions.listViews'>
type Filter = NonNullable<GridState['filter']>

/** The parts of a list in the URL, by the API's own names. With a view, an empty part removes the view's. */
export interface AskedParts {
  kind?: string | undefined
  filter?: string | Filter | undefined
  sort?: string | undefined
  group?: string | number | undefined
  search?: string | number | boolean | undefined
  fields?: string | undefined
  frozen?: string | number | undefined
  /** `amount:average,rate:none` */
  totals?: string | undefined
}

/** What the browser keeps: column widths, and for the plain list its frozen columns and totals. */
export type Kept = Pick<GridState, 'widths' | 'frozen' | 'totals'>

const kinds: readonly ViewKind[] = ['grid', 'kanban', 'calendar']

type Shaped = Pick<Definition, 'columns'>

/** How the rows are shown: as the URL says, else as the saved view says, else by default. */
export function stateOf(
  definition: Shaped,
  asked: AskedParts,
  view: SavedView | null,
  kept: Kept,
): GridState {
  const fields = asked.fields === undefined ? (view?.fields ?? null) : listOf(asked.fields)
  const shown = new Set(fields)
  return {
    ...kept,
    kind: kindOf(definition, asked, view),
    order: fields ? placed(definition, fields) : [],
    hidden:
      fields && fields.length > 0
        ? definition.columns.flatMap(({ key }) => (shown.has(key) ? [] : [key]))
        : [],
    ...partsOf(asked, view, (key) => isThere(definition, key)),
    search: asked.search === undefined ? (view?.search ?? '') : String(asked.search),
    frozen: frozenOf(asked.frozen ?? (view ?? kept).frozen),
    totals: fitting(
      definition,
      asked.totals === undefined ? (view ?? kept).totals : totalsIn(asked.totals),
    ),
  }
}

/** An earlier version kept the key of a column in the browser, and a URL can say anything. */
const frozenOf = (value: unknown): number =>
  Number.isInteger(Number(value)) && value !== null
    ? Math.max(0, Math.min(Number(value), MOST_FROZEN))
    : plainState.frozen

/** Without a column to lay them out by, rows are shown as a grid. */
function kindOf({ columns }: Shaped, asked: AskedParts, view: SavedView | null): ViewKind {
  const kind = kinds.find((one) => one === asked.kind) ?? view?.kind ?? 'grid'
  return kind === 'grid' || columnsFor(kind, columns).length > 0 ? kind : 'grid'
}

/** Whether the URL names deleted columns; such parts are left out, as in a saved view. */
export function isPartial(definition: Shaped, asked: AskedParts): boolean {
  const whole = partsOf(asked, null, () => true)
  return !isSame(
    whole,
    partsOf(asked, null, (key) => isThere(definition, key)),
  )
}

/** A filter is left out as a whole: without one test it might mean the opposite. */
function partsOf(
  asked: AskedParts,
  view: SavedView | null,
  is: (key: string) => boolean,
): Pick<GridState, 'filter' | 'sort' | 'group'> {
  const filter =
    asked.filter === undefined ? ((view?.filter ?? null) as Filter | null) : filterOf(asked.filter)
  const sort = asked.sort === undefined ? (view?.sort ?? []) : listOf(asked.sort)
  const group = asked.group === undefined ? (view?.group ?? null) : String(asked.group) || null
  return {
    filter: filter && columnsIn(filter).every(is) ? filter : null,
    sort: sort.filter((one) => is(one.replace(/^-/, ''))),
    group: group !== null && is(group) ? group : null,
  }
}

const isThere = ({ columns }: Shaped, key: string): boolean =>
  key.startsWith('row.') || columns.some((column) => column.key === key || column.id === key)

function columnsIn(filter: Filter): string[] {
  const { and, or, not, column } = filter as Record<'and' | 'or', Filter[] | undefined> & {
    not?: Filter
    column?: string
  }
  if (column !== undefined) return [column]
  return [...(and ?? []), ...(or ?? []), ...(not ? [not] : [])].flatMap(columnsIn)
}

/** The columns in the given order. A hidden one keeps its place after the one it follows in the definition. */
function placed({ columns }: Shaped, given: readonly string[]): string[] {
  const order = [...given]
  let before = -1
  for (const { key } of columns) {
    if (!order.includes(key)) order.splice(before + 1, 0, key)
    before = order.indexOf(key)
  }
  return order
}

/** The part of a state that goes into the URL: where it differs from the view, or from the plain list without one. */
export function askedOf(definition: Shaped, state: GridState, view: SavedView | null): AskedParts {
  const plain = stateOf(definition, {}, view, state)
  const differs = (part: keyof GridState) => !isSame(state[part], plain[part])
  const fields = gridFields(definition, state)
  return {
    kind: differs('kind') ? state.kind : undefined,
    filter: differs('filter') ? (state.filter ?? '') : undefined,
    sort: differs('sort') ? state.sort.join(',') : undefined,
    group: differs('group') ? (state.group ?? '') : undefined,
    search: differs('search') ? state.search : undefined,
    frozen: differs('frozen') ? state.frozen : undefined,
    totals: differs('totals') ? totalsText(state.totals) : undefined,
    fields: isSame(fields, gridFields(definition, plain)) ? undefined : (fields ?? []).join(','),
  }
}

/** The visible columns in order; `null` for all of them in the definition's order. */
export function gridFields({ columns }: Shaped, { order, hidden }: GridState): string[] | null {
  const keys = columns.map(({ key }) => key)
  const fields = [...new Set([...order, ...keys])].filter((key) => !hidden.includes(key))
  return isSame(fields, keys) ? null : fields
}

/** What a view of this state saves. */
export function viewBody(definition: Shaped, state: GridState) {
  return {
    kind: state.kind,
    filter: state.filter,
    sort: state.sort,
    fields: gridFields(definition, state),
    group: state.group,
    search: state.search || null,
    frozen: state.frozen,
    totals: state.totals,
  }
}

const totalsText = (totals: GridState['totals']): string =>
  Object.entries(totals)
    .map(([key, total]) => `${key}:${total}`)
    .join()

const totalsIn = (text: string): Record<string, string> =>
  Object.fromEntries(listOf(text).map((part) => part.split(':')))

/** Totals that their columns can have. Somebody may have deleted a column since, or changed its type. */
const fitting = ({ columns }: Shaped, totals: Record<string, string>): GridState['totals'] =>
  Object.fromEntries(
    columns.flatMap((column) => {
      const { key } = column
      const total = [...totalsOf(column), 'none' as const].find((one) => one === totals[key])
      return total ? [[key, total]] : []
    }),
  )

export const isChanged = (asked: AskedParts): boolean =>
  Object.values(asked).some((part) => part !== undefined)

/** Whether both have the same members, in any order. */
const isSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )

const listOf = (text: string): string[] =>
  String(text)
    .split(',')
    .filter((part) => part !== '')

function filterOf(asked: string | Filter): Filter | null {
  if (typeof asked === 'object') return asked
  try {
    const read: unknown = JSON.parse(asked)
    return typeof read === 'object' && read !== null ? (read as Filter) : null
  } catch {
    return null
  }
}
