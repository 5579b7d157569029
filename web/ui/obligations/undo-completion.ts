import { api, useChange } from '../../service/api.ts'
import type { QueryName } from '../../service/queries.ts'

/** The queries that a change of an obligation outdates. */
export const OBLIGATIONS: QueryName[] = [['obligations']]

/** Takes a completion back. The service lets whoever completed it do so for ten minutes. */
export const undoCompletion = (id: number) => api.obligations.undoCompletion({ id })

/** The same for one obligation that is shown. */
export function useUndoCompletion(): (id: number) => void {
  const { mutate } = useChange('obligations.undoCompletion', { outdates: OBLIGATIONS })
  return (id) => mutate({ params: { id } })
}
