import { hasOptions, holdsFiles, isLink, isPlainText } from '../../../../shared/column-types.ts'
import { MOST_NAME_CHARS } from '../../../../shared/limits.ts'
import type { api, Data } from '../../../service/api.ts'
import { valueWords } from '../../../service/failures/refused-value.rules.ts'
import type { LinkChoice } from './links.rules.ts'
import { OWN_ID } from './own-id.rules.ts'
import type { Preview } from './types.ts'

type Column = Data<'definitions.get'>['columns'][number]
export type Places = readonly (string | null)[]

/** Where the file's columns go: as chosen, or else as the service proposes. */
export const placesOf = (preview: Preview, chosen: Places | undefined): Places =>
  chosen ?? preview.columns.map(({ proposed }) => proposed)

/** Whether a column takes several columns of the file, whose values are joined. */
const takesSeveral = ({ type, key }: Pick<Column, 'type' | 'key'>): boolean =>
  isPlainText(type) && key !== OWN_ID

/** The mapping with one column moved; a target takes the last one chosen, unless it is one of text. */
export function withPlace(
  columns: readonly Pick<Column, 'key' | 'type'>[],
  places: Places,
  at: number,
  column: string | null,
): Places {
  const target = columns.find(({ key }) => key === column)
  const frees = target && !takesSeveral(target)
  return places.map((key, place) => (place === at ? column : frees && key === column ? null : key))
}

/** The other columns of the file whose values are joined with those of one. */
export const joinedWith = (preview: Preview, places: Places, at: number): string[] =>
  preview.columns
    .filter(({ index }) => index !== at && places[at] !== null && places[index] === places[at])
    .map(({ header, index }) => header || `column ${index + 1}`)

/** The targets for a column of the file; those already in use are marked. */
export function columnTargets(columns: readonly Column[], places: Places, at: number) {
  return columns
    .filter((column) => !column.readOnly && !holdsFiles(column.type))
    .map((column) => {
      const { key, name } = column
      const other = places.findIndex((place, index) => place === key && index !== at)
      const use = takesSeveral(column) ? 'joined' : 'in use'
      return { value: key, label: other < 0 ? name : `${name} (${use})` }
    })
}

type NewColumn = Parameters<typeof api.definitions.createColumn>[1]

/** A column that is added when the import starts; if the service has proposed it as a link, with how it finds rows. */
export type PlannedColumn = NewColumn & { link?: LinkChoice }
/** By their places in the file. */
export type PlannedColumns = Readonly<Record<number, PlannedColumn>>

/** A planned column as the service takes it. */
export const columnToAdd = ({ link: _, ...column }: PlannedColumn): NewColumn => column as NewColumn

/** How the planned links find rows, unless somebody has chosen something else, by the keys that the preview gives them. */
export const plannedLinks = (
  shownPlaces: Places,
  planned: PlannedColumns,
): Record<string, LinkChoice> =>
  Object.fromEntries(
    Object.entries(planned).flatMap(([at, { link }]) => {
      const key = shownPlaces[Number(at)]
      return link && key ? [[key, link] as const] : []
    }),
  )

/** The planned columns without what they say of links: what somebody has chosen counts from now on. */
export const withoutLinks = (planned: PlannedColumns): PlannedColumns =>
  Object.fromEntries(Object.entries(planned).map(([at, column]) => [at, columnToAdd(column)]))

export const withoutPlanned = (planned: PlannedColumns, place: number): PlannedColumns =>
  Object.fromEntries(Object.entries(planned).filter(([at]) => Number(at) !== place))

/** The places with the keys that the preview gives to new columns, and the board or page with these columns. */
export function withNewColumns<D extends { columns: readonly Column[] }>(
  definition: D,
  preview: Preview,
  places: Places,
  planned: PlannedColumns,
): { shown: D; shownPlaces: Places } {
  const shownPlaces = places.map((place, at) =>
    planned[at] ? (preview.columns[at]?.proposed ?? null) : place,
  )
  const added = Object.entries(planned).flatMap(([at, column]) => {
    const key = shownPlaces[Number(at)]
    const { required = false, unique = false, settings = {} } = column
    return key
      ? { ...columnToAdd(column), id: key, key, required, unique, settings, readOnly: false }
      : []
  })
  return { shown: { ...definition, columns: [...definition.columns, ...added] }, shownPlaces }
}

/** What a new column for a column of the file begins with. The options of a select come from its values. */
export function draftFor(column: Preview['columns'][number] | undefined) {
  const { header = '', suggestedType: type = 'text' as const, suggestedLink: link } = column ?? {}
  if (link) {
    const { name, definitionKey, multiple } = link
    return { name, type: 'link' as const, definitionKey, multiple }
  }
  return { name: header, type, ...(hasOptions(type) ? { allowNewOptions: true } : {}) }
}

/** A new column with how its values find rows, if it is the link that the service has proposed. */
export function withLinkOf(
  column: Preview['columns'][number] | undefined,
  added: NewColumn,
): PlannedColumn {
  const { suggestedLink } = column ?? {}
  const { definitionKey } = (added.settings ?? {}) as { definitionKey?: string }
  if (!suggestedLink || !isLink(added.type) || definitionKey !== suggestedLink.definitionKey) {
    return added
  }
  const { by, create } = suggestedLink
  return { ...added, link: { by, create } }
}

/** New columns for all columns of the file that go nowhere, named like them. Names that are taken stay out. */
export function columnForEach(
  { columns }: { columns: readonly Pick<Column, 'name'>[] },
  preview: Preview,
  places: Places,
  planned: PlannedColumns,
): PlannedColumns {
  const taken = new Set(
    [...columns, ...Object.values(planned)].map(({ name }) => name.trim().toLowerCase()),
  )
  const added = preview.columns.flatMap((column) => {
    const { index, header, suggestedType, suggestedLink } = column
    const name = suggestedLink?.name ?? header.trim().slice(0, MOST_NAME_CHARS)
    if (places[index] !== null || planned[index] || !suggestedType || name === '') return []
    if (taken.has(name.toLowerCase())) return []
    taken.add(name.toLowerCase())
    if (suggestedLink) {
      const { definitionKey, multiple } = suggestedLink
      const link = { name, type: 'link', settings: { definitionKey, multiple } } as NewColumn
      return [[index, withLinkOf(column, link)] as const]
    }
    const { allowNewOptions } = draftFor(column) as { allowNewOptions?: boolean }
    const settings = allowNewOptions ? { settings: { allowNewOptions } } : {}
    return [[index, { name, type: suggestedType, ...settings } as NewColumn] as const]
  })
  return { ...planned, ...Object.fromEntries(added) }
}

/** The columns of the file that have a name or values. Others are only between those. */
export const columnsIn = ({ columns }: Preview): Preview['columns'] =>
  columns.filter(({ values }) => values !== 0)

/** The columns of the file that go nowhere, by their names. */
export const leftOut = (preview: Preview, places: Places, planned: PlannedColumns): string[] =>
  columnsIn(preview)
    .filter(({ index }) => places[index] === null && !planned[index])
    .map(({ header, index }) => header || `column ${index + 1}`)

/** The required columns that have no source; an update needs none. */
export const missingOf = (
  columns: readonly Column[],
  places: Places,
  matchOn: string | undefined,
): Column[] =>
  matchOn
    ? []
    : columns.filter(
        ({ key, required, readOnly }) => required && !readOnly && !places.includes(key),
      )

export interface PreviewCell {
  column: string
  sent: string
  stored: string
  what: 'as sent' | 'converted' | 'left empty' | 'kept' | 'refused' | 'empty'
  /** The problem, and the code of its reason. */
  message?: string
  reason?: string | undefined
}

/**
 * What would happen to each mapped cell of a row of the file.
 *
 * @param words a column’s value as people read it.
 */
export function previewCells(
  row: Preview['rows'][number],
  places: Places,
  words: (column: string, value: unknown) => string = (_, value) => textOf(value),
): PreviewCell[] {
  return places.flatMap((column, place): PreviewCell[] => {
    if (column === null || places.indexOf(column) !== place) return []
    const sent = row.values.filter((value, at) => places[at] === column && value !== '').join(' ')
    const error = row.errors.find((one) => one.column === column)
    if (error) {
      const { reason } = error
      return [{ column, sent, stored: '', what: 'refused', message: valueWords(error), reason }]
    }
    const left = row.leftEmpty?.find((one) => one.column === column)
    if (left) {
      const what = left.keptIn === undefined ? 'left empty' : 'kept'
      const { reason } = left
      return [{ column, sent, stored: '', what, message: valueWords(left), reason }]
    }
    const conversion = row.coerced.find((one) => one.column === column)
    if (conversion) {
      const { sent, stored: text } = conversion
      const stored = words(column, row.cells[column]) || text
      // Only the way of writing it would be another, and that is how it is shown anyway.
      return [{ column, sent, stored, what: stored === sent ? 'as sent' : 'converted' }]
    }
    const stored = words(column, row.cells[column])
    return [{ column, sent, stored, what: stored === '' ? 'empty' : 'as sent' }]
  })
}

/** A cell that would be stored, as text. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The problems of a row as a whole. */
export const rowProblems = (
  row: Preview['rows'][number],
  places: Places,
  columns: readonly Column[],
): string[] =>
  row.errors
    .filter(({ column }) => column === null || !places.includes(column))
    .map((error) => valueWords(error, nameIn(columns, error.column)))

/** The name of a column that the service names by key or id. */
export const nameIn = (columns: readonly Column[], named: string | null): string | undefined =>
  columns.find(({ id, key }) => key === named || id === named)?.name
