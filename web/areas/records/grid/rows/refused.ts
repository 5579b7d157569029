import { valueWords } from '../../../../service/failures/refused-value.rules.ts'
import { toastFailure } from '../../../../ui/toasts/toasts.tsx'
import type { Definition } from '../../list/types.ts'
import type { Refusal } from './changes.rules.ts'
import { nothing, type Outcome } from './outcomes.rules.ts'

type Columns = Pick<Definition, 'columns'>

export const refusedWords = ({ columns }: Columns, { key, ...why }: Omit<Refusal, 'rowId'>) =>
  valueWords(why, columns.find((column) => column.key === key)?.name)

/** Says why the first of some changes was refused, and how many others were. */
export function toastRefused(of: Columns, [first, ...others]: readonly Refusal[]): void {
  if (!first) return
  const rest = others.length > 0 ? ` And ${others.length.toLocaleString()} more.` : ''
  toastFailure(new Error(`${refusedWords(of, first)}.${rest}`))
}

/** The outcome of a change, once it is said what was refused of it. */
export async function toldOutcome(of: Columns, changing: Promise<Outcome>): Promise<Outcome> {
  try {
    const outcome = await changing
    toastRefused(of, outcome.refused)
    return outcome
  } catch {
    // The queue of edits has already shown why.
    return nothing()
  }
}
