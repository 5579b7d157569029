import { api, useChange } from '../../api.ts'
import type { QueryName } from '../../queries.ts'

/** The queries that a change of an obligation outdates. */
export const OBLIGATIONS: QueryName[] = [['obligations']]

const body = { reason: 'Completed by mistake.' }

/** Takes a completion back. The service lets whoever completed it do so for ten minutes. */
export const undoCompletion = (id: number) => api.obligations.reopen({ id }, body)

/** The same for one obligation that is shown. */
export function useUndoCompletion(): (id: number) => void {
  const { mutate } = useChange('obligations.reopen', { outdates: OBLIGATIONS })
  return (id) => mutate({ params: { id }, body })
}
