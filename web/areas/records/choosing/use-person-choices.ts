import { usePeople } from '../../../service/session.ts'

/**
 * The people to choose from for a cell: those who are active.
 *
 * @param chosen the person in the cell, who may not be active any more.
 */
export function usePersonChoices(chosen?: unknown): { value: string; label: string }[] {
  const { seats } = usePeople()
  return seats
    .filter(({ status, crmUserId }) => status === 'active' || crmUserId === chosen)
    .map(({ crmUserId, name, email }) => ({ value: String(crmUserId), label: name || email }))
}
