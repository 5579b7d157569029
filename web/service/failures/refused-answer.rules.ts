import type * as Refusals from '../../../contract/refusals/refusals.ts'
import { WHOLE_PPM } from '../../../shared/limits.ts'
import { shown } from './refused-value.rules.ts'

let known: typeof Refusals | undefined

/** Sets the words for refusals, which are loaded later than the first page (`reasons.ts`). */
export function setAnswers(loaded: typeof Refusals): void {
  known = loaded
}

/** A refusal, as the service answers it. */
interface Answer {
  code: string
  reason?: string | null
  values?: Record<string, unknown>
}

/**
 * What the app says for a refusal; `undefined` if the words of the service will do.
 *
 * @param money writes an amount of minor units in the currency at hand. Words with amounts need it.
 */
export function answerWords(
  { code, reason, values = {} }: Answer,
  money?: (minor: number) => string,
): Refusals.Words | undefined {
  const amounts = Object.keys(values).filter((name) => name.endsWith('Minor'))
  if (!known || (amounts.length > 0 && !money)) return undefined
  return known.wordsForPeople(code, reason ?? '', {
    ...shown(values),
    ...Object.fromEntries(amounts.map((name) => [name, money!(Number(values[name]))])),
    ...(values.leftPpm !== undefined && {
      leftPpm: `${(Number(values.leftPpm) / WHOLE_PPM) * 100}%`,
    }),
  })
}
