import { type CellRefusal, cellRefusal } from '../../../../contract/refusals/cell-refusals.ts'
import {
  type ColumnType,
  hasOptions,
  inputOf,
  isPlainNumber,
  isPlainText,
} from '../../../../shared/column-types.ts'
import { MOST_OPTIONS } from '../../../../shared/limits.ts'
import type { CellContext, CellValue, ColumnSettings } from '../cells/column.ts'
import { convertCell } from '../cells/convert.ts'
import { folded, named } from '../cells/words.ts'
import type { Column } from '../definitions/definition.rules.ts'

/** A column before and after the change, and the options that its cells add. */
export interface Retyping {
  from: Column
  to: Column
  context: CellContext
  /** By their folded spelling; the first spelling counts. */
  newOptions: Map<string, string>
}

/** What happens to a stored value; `same` if it does not change. */
export type Outcome =
  | { kind: 'same' | 'converted'; value: CellValue }
  | { kind: 'lost'; refusal: CellRefusal }

/** The settings that the new type starts with: selects keep their options. */
export const settingsKept = (from: Column, type: ColumnType): ColumnSettings =>
  hasOptions(from.type) && hasOptions(type) ? from.settings : {}

/** While values are converted, a select without options of its own accepts any label. */
export const makesOptions = (type: ColumnType, settings: ColumnSettings): boolean =>
  hasOptions(type) && settings.options === undefined

/** Decides about one value; can add to the new options. */
export function convertStored(retyping: Retyping, value: CellValue): Outcome {
  const { to, context, newOptions } = retyping
  const conversion = convertCell(to, asSent(retyping, value), context)
  if (conversion.kind === 'refused') return { kind: 'lost', refusal: conversion.refusal }
  if (conversion.kind !== 'stored')
    return { kind: 'lost', refusal: cellRefusal('nothing_left', {}) }
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

/** A stored value as somebody would send it to the new type: a person's name or email, a list's text or only item. */
function asSent({ from, to, context }: Retyping, value: CellValue): unknown {
  if (inputOf(from.type) === 'person' && !isPlainNumber(to.type)) {
    const person = context.people.find(({ crmUserId }) => crmUserId === value)
    if (person) return inputOf(to.type) === 'email' ? person.email : person.name
  }
  if (!Array.isArray(value) || inputOf(to.type) === 'options') return value
  if (isPlainText(to.type)) return value.join(', ')
  return value.length === 1 ? value[0] : value
}
