import { why } from '../../../../contract/refusals/reasons.ts'
import { hasOptions, inputOf } from '../../../../shared/column-types.ts'
import { notationsOf } from '../../../../shared/notations.ts'
import { invalid } from '../../../platform/refusal.ts'
import type { CellContext, Notation } from '../../records/cells/column.ts'
import { folded, named } from '../../records/cells/words.ts'
import type { Column, DefinitionView } from '../../records/definitions/definition.rules.ts'
import { type Corrections, readCorrections } from './corrections.rules.ts'
import { parsedJson } from './form-json.rules.ts'
import { type LinkChoice, readLinks } from './link-choices.rules.ts'
import { columnNamed } from './mapping.rules.ts'
import { type How, readChosen } from './notations.rules.ts'
import { mappedColumns, type Place } from './places.rules.ts'

/** What an import does with values besides converting them, as a run keeps it: by the ids of columns. */
export interface Treatment {
  /** The columns whose cells are left empty if a value does not fit. */
  leave: string[]
  /** The label for each value of the file, by its folded spelling; `null` for an empty cell. */
  maps: Record<string, Record<string, string | null>>
  corrections: Corrections
  /** How link columns find rows. Runs of older versions have none. */
  links?: Record<string, LinkChoice>
  /** How somebody said that the numbers or dates of a column are written. Runs of older versions have none. */
  readAs?: Record<string, How>
  /** By the columns whose values are kept as text where they do not fit: the columns that keep them. Runs of older versions have none. */
  keep?: Record<string, string>
  /** How they are read, as chosen or as all values of the file show. Runs of older versions have none. */
  notations?: Record<string, Notation>
}

/** For runs of versions that knew no treatment, and for files that need none. */
export const NO_TREATMENT: Treatment = { leave: [], maps: {}, corrections: {} }

/** What happens to the values of one column. */
export interface ColumnTreatment {
  leave: boolean
  /** The id of the column that keeps as text what this one leaves out. */
  keepIn: string | undefined
  labels: ReadonlyMap<string, string | null> | undefined
  link: LinkChoice | undefined
}

/** What an import does with the values of a column as it is now: since the import started, it can have become required. */
export const treatmentOf = (
  { leave, keep, maps, links }: Treatment,
  { id, required }: Column,
): ColumnTreatment => ({
  leave: leave.includes(id) && !required,
  keepIn: keep?.[id],
  labels: maps[id] && new Map(Object.entries(maps[id])),
  link: links?.[id],
})

/** What values of the file depend on: as anywhere, but with how its columns are written, unless they have another type by now. */
export const contextIn = <C extends CellContext>(
  context: C,
  { notations = {} }: Treatment,
  columns: readonly Column[],
): C => ({
  ...context,
  notations: new Map(
    columns.flatMap(({ id, type }) => {
      const notation = notations[id]
      const isOfType = notation && notationsOf(type).some((how) => how === notation.how)
      return isOfType ? [[id, notation] as const] : []
    }),
  ),
})

/** The fields of a form that say how values are treated, as JSON. */
export interface TreatmentFields {
  onBad?: string
  valueMaps?: string
  corrections?: string
  links?: string
  readAs?: string
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
  { onBad, valueMaps, corrections, links, readAs }: TreatmentFields,
  boards: ReadonlyMap<string, DefinitionView>,
): Treatment {
  const mapped = mappedColumns(places)
  const columnOf = (ref: string, path: string) => mappedColumn(view, mapped, path, ref)
  return {
    leave: readEffects(view, mapped, matchOn, onBad).map(({ column }) => column.id),
    maps: readMaps(view, mapped, valueMaps),
    corrections: readCorrections(corrections, columnOf),
    links: readLinks(links, columnOf, boards, view.definition.id),
    readAs: readChosen(readAs, columnOf),
  }
}

const EVERY = '*'

/** The columns whose values are kept as text where they do not fit. @throws Refusal, as `readTreatment`. */
export const columnsToKeep = (
  view: DefinitionView,
  places: readonly Place[],
  matchOn: Column | undefined,
  onBad: string | undefined,
): Column[] => {
  const mapped = mappedColumns(places)
  const effects = readEffects(view, mapped, matchOn, onBad)
  return effects.flatMap(({ column, effect }) => (effect === 'keep' ? column : []))
}

const EFFECTS = ['leave_empty', 'keep', 'refuse'] as const
type Effect = (typeof EFFECTS)[number]

/** What bad values do, in the columns where they do not refuse their rows. */
function readEffects(
  view: DefinitionView,
  mapped: readonly Column[],
  matchOn: Column | undefined,
  text: string | undefined,
): { column: Column; effect: Effect }[] {
  if (text === undefined) return []
  const sent = parsed(text)
  if (!sent) throw invalid('body.onBad', why('on_bad_not_json', {}))
  const { [EVERY]: others, ...byColumn } = sent
  const answers = new Map<Column, Effect>()
  if (others !== undefined) {
    const effect = readEffect(EVERY, others)
    // Each column needs one of its own for its values, and most columns have no bad ones.
    if (effect === 'keep') throw invalid(pathOf('onBad', EVERY), why('keep_by_name', {}))
    for (const column of mapped) answers.set(column, effect)
  }
  for (const [ref, effect] of Object.entries(byColumn)) {
    answers.set(mappedColumn(view, mapped, pathOf('onBad', ref), ref), readEffect(ref, effect))
  }
  // Without its required cell, a row cannot be stored. Without the cell that it is matched on, it would be added again.
  return [...answers].flatMap(([column, effect]) =>
    effect !== 'refuse' && !column.required && column !== matchOn ? { column, effect } : [],
  )
}

function readEffect(ref: string, sent: unknown): Effect {
  const effect = EFFECTS.find((one) => one === sent)
  if (effect) return effect
  throw invalid(pathOf('onBad', ref), why('not_one_of', { options: EFFECTS.join(', ') }))
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
  if (!hasOptions(column.type)) {
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
  if (inputOf(type) !== 'options' || !value.includes(',')) return value
  // The labels are joined again, so that one with a comma in it is still found as one.
  const parts = value.split(',').flatMap((part) => {
    const label = labels.get(folded(part.trim()))
    return label === undefined ? part : (label ?? [])
  })
  return parts.length > 0 ? parts.join(',') : null
}
