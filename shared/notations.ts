import { type ColumnType, inputOf, isDated } from './column-types.ts'

/** How all numbers of a column of a file are written. */
export const numberNotations = ['decimal_point', 'decimal_comma'] as const
/** How all dates of a column of a file are written. */
export const dateNotations = ['day_first', 'month_first', 'year_first'] as const
export const notations = [...numberNotations, ...dateNotations] as const

export type NumberNotation = (typeof numberNotations)[number]
export type DateNotation = (typeof dateNotations)[number]

/** The ways to write the values of a type, of which a column of a file has one. */
export function notationsOf(type: ColumnType): readonly (NumberNotation | DateNotation)[] {
  if (inputOf(type) === 'number') return numberNotations
  return isDated(type) ? dateNotations : []
}
