import { codeOf } from '../../../api.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { saidOf } from './refusals.rules.ts'

/**
 * Shows a refusal about money or shares in the desk's words.
 *
 * @param left how much is left, as text; see `saidOf`.
 */
export const refusalWith =
  (left: string | null = null) =>
  (error: unknown) => <FailureAlert error={error} {...saidOf(codeOf(error), left)} />
