import { usePeople, useSession } from '../../service/session.ts'

/** Who something is assigned to: `you`, `Priya Nair` or `unassigned`. */
export function useAssignee(): (crmUserId: number | null) => string {
  const { nameOf } = usePeople()
  const { seat } = useSession()
  return (crmUserId) => {
    if (crmUserId === null) return 'unassigned'
    return crmUserId === seat.crmUserId ? 'you' : nameOf(crmUserId)
  }
}
