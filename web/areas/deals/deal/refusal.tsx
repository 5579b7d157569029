import { codeOf } from '../../../api.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { refusalWords } from './refusals.rules.ts'

/**
 * Shows a refusal about money or shares in the desk's words.
 *
 * @param left how much is left, as text; see `refusalWords`.
 */
export const refusalWith =
  (left: string | null = null) =>
  (error: unknown) => <FailureAlert error={error} {...refusalWords(codeOf(error), left)} />
