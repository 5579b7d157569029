import { type CellReason, cellReasons, cellWords } from '../../../contract/cell-refusals.ts'
import { fileKinds } from '../values/file-kinds.rules.ts'

/** Why a cell was refused, as the service answers it. What imports kept before 0.1.2 has no reason. */
export interface CellProblem {
  message: string
  reason?: string
  values?: Record<string, unknown>
}

/**
 * What a refusal of a cell says to the person who typed it.
 *
 * @param column its name, where that is not seen beside the words.
 */
export function valueWords(problem: CellProblem, column?: string): string {
  const words = wordsOf(problem)
  const isSentence = /^[a-z]/.test(words)
  if (column === undefined) return isSentence ? words[0]!.toUpperCase() + words.slice(1) : words
  return isSentence ? `${column} ${words}` : `${column}: ${words}`
}

function wordsOf({ message, reason = '', values = {} }: CellProblem): string {
  if (!isReason(reason)) return message
  const { kinds, ...others } = values as Record<string, string | number>
  return cellWords({
    reason,
    values: kinds === undefined ? others : { ...others, kinds: kindNames(String(kinds)) },
  })
}

const isReason = (reason: string): reason is CellReason => Object.hasOwn(cellReasons, reason)

/** File types by what people call them: `PDF, font/woff2`. */
const kindNames = (types: string): string =>
  types
    .split(', ')
    .map((type) => fileKinds.find(({ value }) => value === type)?.label ?? type)
    .join(', ')
