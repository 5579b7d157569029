import { type CellReason, cellReasons, cellWords } from '../../../contract/cell-refusals.ts'
import { fileKinds } from '../values/file-kinds.rules.ts'

/** Why a cell was refused, as the service answers it. Failures of imports before 0.1.2 have no reason. */
export interface CellProblem {
  message: string
  reason?: string
  values?: Record<string, unknown>
}

/**
 * What the person who typed a value reads when its cell is refused.
 *
 * @param column its name, if it is not visible beside the message.
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

/** Everyday names of file types: `PDF, font/woff2`. */
const kindNames = (types: string): string =>
  types
    .split(', ')
    .map((type) => fileKinds.find(({ value }) => value === type)?.label ?? type)
    .join(', ')
