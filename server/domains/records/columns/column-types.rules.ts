import { type CellRefusal, cellRefusal } from '../../../../contract/cell-refusals.ts'
import { MOST_OPTIONS } from '../../../../shared/limits.ts'
import type { CellContext, CellValue, ColumnSettings } from '../cells/column.ts'
import { convertCell } from '../cells/convert.ts'
import { folded, named } from '../cells/words.ts'
import type { Column } from '../definitions/definition.rules.ts'

/** A column as it is and as it shall be, and the options that its cells bring. */
export interface Retyping {
  from: Column
  to: Column
  context: CellContext
  /** By their folded spelling: the first one counts. */
  newOptions: Map<string, string>
}

/** What becomes of a stored value; `same` where it stays as it is. */
export type Outcome =
  | { kind: 'same' | 'converted'; value: CellValue }
  | { kind: 'lost'; refusal: CellRefusal }

const optionTypes: readonly string[] = ['select', 'multi_select']

/** What the new type's settings begin with: selects keep their options. */
export const settingsKept = (from: Column, type: string): ColumnSettings =>
  optionTypes.includes(from.type) && optionTypes.includes(type) ? from.settings : {}

/** While values are converted, a select without options of its own takes whatever they hold. */
export const makesOptions = (type: string, settings: ColumnSettings): boolean =>
  optionTypes.includes(type) && settings.options === undefined

/** Decides about one value; it may add to the new options. */
export function convertStored(retyping: Retyping, value: CellValue): Outcome {
  const { to, context, newOptions } = retyping
  const conversion = convertCell(to, asSent(retyping, value), context)
  if (conversion.kind === 'refused') return { kind: 'lost', refusal: conversion.refusal }
  if (conversion.kind === 'empty') return { kind: 'lost', refusal: cellRefusal('nothing_left', {}) }
  const labels = conversion.newOptions ?? []
  const fresh = labels.filter((label) => !newOptions.has(folded(label)))
  const room = MOST_OPTIONS - (to.settings.options?.length ?? 0) - newOptions.size
  if (fresh.length > room) {
    const values = { sent: named(fresh[0]), most: MOST_OPTIONS }
    return { kind: 'lost', refusal: cellRefusal('one_option_too_many', values) }
  }
  for (const label of fresh) newOptions.set(folded(label), label)
  const spelled = (label: string) =>
    labels.includes(label) ? newOptions.get(folded(label))! : label
  const kept = Array.isArray(conversion.value)
    ? (conversion.value as string[]).map(spelled)
    : typeof conversion.value === 'string'
      ? spelled(conversion.value)
      : conversion.value
  const same = JSON.stringify(kept) === JSON.stringify(value)
  return { kind: same ? 'same' : 'converted', value: kept as CellValue }
}

/** A stored value as somebody would send it to the new type: people by name, lists as text or by their one item. */
function asSent({ from, to, context }: Retyping, value: CellValue): unknown {
  if (from.type === 'person' && to.type !== 'number') {
    const person = context.people.find(({ crmUserId }) => crmUserId === value)
    if (person) return to.type === 'email' ? person.email : person.name
  }
  if (!Array.isArray(value) || to.type === 'multi_select') return value
  if (to.type === 'text' || to.type === 'long_text') return value.join(', ')
  return value.length === 1 ? value[0] : value
}
