import { columnTypes, isFormula, type Nature, natureOf, type Typed } from './column-types.ts'

/** Whether rows can be sorted by the column. */
export const hasOrder = (column: Typed): boolean =>
  !['choices', 'links', 'files'].includes(natureOf(column))

const emptiness = ['is_empty', 'is_not_empty'] as const
const equality = ['eq', 'ne', 'in', ...emptiness] as const
const order = ['lt', 'lte', 'gt', 'gte'] as const
const times = [...equality, ...order, 'before', 'after', 'within'] as const

/** Which operators apply to which values. */
export const operators = {
  text: [...equality, 'contains', 'starts_with'],
  choice: [...equality, 'contains', 'starts_with'],
  number: [...equality, ...order],
  checkbox: ['eq', 'ne', ...emptiness],
  date: times,
  datetime: times,
  person: [...equality, 'is_unresolved'],
  actor: equality,
  choices: ['eq', 'ne', 'in', 'contains', ...emptiness],
  links: ['eq', 'ne', 'in', 'contains', ...emptiness, 'is_unresolved'],
  files: emptiness,
} as const satisfies Record<Nature, readonly string[]>

export type Operator = (typeof operators)[Nature][number]

/** The lines of a table for people: types with the same operators share one. Formulas are filtered as their results are. */
export function operatorLines(): string {
  const lines = new Map<string, string[]>()
  for (const [nature, those] of Object.entries(operators)) {
    const shown = those.toSorted((a, b) => Number(isState(a)) - Number(isState(b))).join(' ')
    const types = columnTypes.filter((type) => !isFormula(type) && natureOf({ type }) === nature)
    lines.set(shown, [...(lines.get(shown) ?? []), ...types])
  }
  return [...lines].map(([shown, types]) => `| ${types.join(', ')} | \`${shown}\` |\n`).join('')
}

const isState = (op: string): boolean => op.startsWith('is_')

export const allOperators: readonly string[] = [...new Set(Object.values(operators).flat())]

/** Whether an operator takes no value. */
export const takesNoValue = (op: string): boolean =>
  op === 'is_unresolved' || (emptiness as readonly string[]).includes(op)
