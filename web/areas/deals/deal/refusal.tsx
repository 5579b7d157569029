import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import type { AsMoney } from './types.ts'

/** Shows a refusal about money or shares, with its amounts in the deal's currency. */
export const refusalWith = (money: AsMoney) => (error: unknown) => (
  <FailureAlert error={error} money={money} />
)
