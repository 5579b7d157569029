import { cleaned, trimmed } from '../../../../shared/visible-text.ts'
import { SentNumber } from '../../../platform/http/sent-numbers.rules.ts'
import { EMPTY } from './cell-type.ts'
import type { CellColumn, CellContext, CellValue, Conversion } from './column.ts'
import { registry } from './registry.ts'
import { named } from './words.ts'

export { receiptText } from './words.ts'

/**
 * Converts a value that was sent for a column. It is stored, empty (`null`, `""`, a text in which nothing can be seen)
 * or refused, with what was wrong and what to send. Never throws, whatever JSON is sent; throws
 * RangeError on a context whose region or time zone does not exist. A stored value converts to
 * itself. Checks bounds and length, but not `required` and `unique`.
 */
export function convertCell(column: CellColumn, sent: unknown, ctx: CellContext): Conversion {
  if (sent === null || sent === undefined) return EMPTY
  const type = registry[column.type]
  if (typeof sent === 'string') {
    const text = type.keepsUnseen ? trimmed(sent) : cleaned(sent)
    if (text === '') return EMPTY
    const read = type.convert(column, text, ctx)
    return read.kind === 'stored' && text !== sent ? { ...read, coerced: true } : read
  }
  if (!type.byValue || !(sent instanceof SentNumber)) return type.convert(column, sent, ctx)
  const conversion = type.convert(column, sent.value, ctx)
  if (conversion.kind === 'stored') {
    return { ...conversion, coerced: conversion.coerced || !sent.isExact }
  }
  if (conversion.kind !== 'refused') return conversion
  const { reason, values } = conversion.refusal
  return { kind: 'refused', refusal: { reason, values: { ...values, sent: named(sent) } } }
}

/**
 * The text that a unique column compares: text as people see it (in composed characters), numbers by value,
 * options in any case, lists in any order, web addresses as browsers read them.
 */
export function canonicalText(column: CellColumn, value: CellValue): string {
  const { unique } = registry[column.type]
  return unique ? unique(value) : String(value)
}
