import { codeOf } from '../../../api.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { saidOf } from './refusals.rules.ts'

/**
 * Shows what was refused of money or shares in the words of the desk.
 *
 * @param left what there is still to have, as it is read; see `saidOf`.
 */
export const refusalWith =
  (left: string | null = null) =>
  (error: unknown) => <FailureAlert error={error} {...saidOf(codeOf(error), left)} />
