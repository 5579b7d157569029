import { why } from '../../../../contract/reasons.ts'
import { invalid } from '../../../platform/refusal.ts'
import { folded, named } from '../../records/cells/words.ts'
import type { Column, DefinitionView } from '../../records/definitions/definition.rules.ts'
import { type Corrections, readCorrections } from './corrections.rules.ts'
import { parsedJson } from './form-json.rules.ts'
import { type LinkChoice, readLinks } from './link-choices.rules.ts'
import { columnNamed } from './mapping.rules.ts'
import type { Place } from './places.rules.ts'

/** What an import does with values besides converting them, as a run keeps it: by the ids of columns. */
export interface Treatment {
  /** The columns whose cells are left empty if a value does not fit. */
  leave: string[]
  /** The label for each value of the file, by its folded spelling; `null` for an empty cell. */
  maps: Record<string, Record<string, string | null>>
  corrections: Corrections
  /** How link columns find rows. Runs of older versions have none. */
  links?: Record<string, LinkChoice>
}

/** For runs of versions that knew no treatment, and for files that need none. */
export const NO_TREATMENT: Treatment = { leave: [], maps: {}, corrections: {} }

/** What happens to the values of one column. */
export interface ColumnTreatment {
  leave: boolean
  labels: ReadonlyMap<string, string | null> | undefined
  link: LinkChoice | undefined
}

/** What an import does with the values of a column as it is now: since the import started, it can have become required. */
export const treatmentOf = (
  { leave, maps, links }: Treatment,
  { id, required }: Column,
): ColumnTreatment => ({
  leave: leave.includes(id) && !required,
  labels: maps[id] && new Map(Object.entries(maps[id])),
  link: links?.[id],
})

/** The fields of a form that say how values are treated, as JSON. */
export interface TreatmentFields {
  onBad?: string
  valueMaps?: string
  corrections?: string
  links?: string
}

/**
 * Reads how the values of a file are treated.
 *
 * @param boards the boards that mapped columns link to, as the person sees them, by id.
 * @throws Refusal invalid_request, unknown_column (also for a hidden one), column_locked.
 */
export function readTreatment(
  view: DefinitionView,
  places: readonly Place[],
  matchOn: Column | undefined,
  { onBad, valueMaps, corrections, links }: TreatmentFields,
  boards: ReadonlyMap<string, DefinitionView>,
): Treatment {
  const mapped = places.flatMap(({ column }) => column ?? [])
  const columnOf = (ref: string, path: string) => mappedColumn(view, mapped, path, ref)
  return {
    leave: readLeave(view, mapped, matchOn, onBad),
    maps: readMaps(view, mapped, valueMaps),
    corrections: readCorrections(corrections, columnOf),
    links: readLinks(links, columnOf, boards, view.definition.id),
  }
}

const EVERY = '*'

function readLeave(
  view: DefinitionView,
  mapped: readonly Column[],
  matchOn: Column | undefined,
  text: string | undefined,
): string[] {
  if (text === undefined) return []
  const sent = parsed(text)
  if (!sent) throw invalid('body.onBad', why('on_bad_not_json', {}))
  const { [EVERY]: others, ...byColumn } = sent
  const answers = new Map<Column, boolean>()
  if (others !== undefined) {
    const leaves = readEffect(EVERY, others)
    for (const column of mapped) answers.set(column, leaves)
  }
  for (const [ref, effect] of Object.entries(byColumn)) {
    answers.set(mappedColumn(view, mapped, pathOf('onBad', ref), ref), readEffect(ref, effect))
  }
  // Without its required cell, a row cannot be stored. Without the cell that it is matched on, it would be added again.
  return [...answers].flatMap(([column, leaves]) =>
    leaves && !column.required && column !== matchOn ? column.id : [],
  )
}

function readEffect(ref: string, effect: unknown): boolean {
  if (effect === 'leave_empty' || effect === 'refuse') return effect === 'leave_empty'
  throw invalid(pathOf('onBad', ref), why('not_one_of', { options: 'leave_empty, refuse' }))
}

function readMaps(
  view: DefinitionView,
  mapped: readonly Column[],
  text: string | undefined,
): Treatment['maps'] {
  if (text === undefined) return {}
  const sent = parsed(text)
  if (!sent) throw invalid('body.valueMaps', why('value_maps_not_json', {}))
  const maps: Treatment['maps'] = {}
  for (const [ref, map] of Object.entries(sent)) {
    const column = mappedColumn(view, mapped, pathOf('valueMaps', ref), ref)
    maps[column.id] = readMap(column, map, pathOf('valueMaps', ref))
  }
  return maps
}

function readMap(column: Column, map: unknown, path: string): Record<string, string | null> {
  if (column.type !== 'select' && column.type !== 'multi_select') {
    throw invalid(path, why('value_map_without_options', { column: column.key }))
  }
  if (typeof map !== 'object' || map === null || Array.isArray(map)) {
    throw invalid(path, why('value_maps_not_json', {}))
  }
  const { options = [], allowNewOptions } = column.settings
  return Object.fromEntries(
    Object.entries(map).map(([value, label]) => {
      if (label === null) return [folded(value.trim()), null]
      if (typeof label !== 'string') throw invalid(path, why('value_maps_not_json', {}))
      const known = options.some((option) => folded(option.label) === folded(label.trim()))
      if (!known && !allowNewOptions) {
        throw invalid(path, why('not_an_option_here', { sent: named(label), column: column.key }))
      }
      return [folded(value.trim()), label.trim()]
    }),
  )
}

function mappedColumn(
  view: DefinitionView,
  mapped: readonly Column[],
  path: string,
  ref: string,
): Column {
  const column = columnNamed(view, ref, path)
  if (mapped.includes(column)) return column
  throw invalid(path, why('not_mapped', { column: column.key }))
}

const pathOf = (field: string, ref: string): string => `body.${field}.${ref.slice(0, 100)}`

/** An object that was sent as JSON; undefined if it is none. */
function parsed(text: string): Record<string, unknown> | undefined {
  const value = parsedJson(text)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Record<string, unknown>) : undefined
}

/** What a value of a file means in a column with these labels: the text to convert, or `null` for an empty cell. */
export function mappedValue(
  { type }: Column,
  labels: ReadonlyMap<string, string | null>,
  value: string,
): string | null {
  const whole = labels.get(folded(value.trim()))
  if (whole !== undefined) return whole
  if (type !== 'multi_select' || !value.includes(',')) return value
  // The labels are joined again, so that one with a comma in it is still found as one.
  const parts = value.split(',').flatMap((part) => {
    const label = labels.get(folded(part.trim()))
    return label === undefined ? part : (label ?? [])
  })
  return parts.length > 0 ? parts.join(',') : null
}
