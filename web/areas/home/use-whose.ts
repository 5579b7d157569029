import { usePeople, useSession } from '../../session.ts'

/** Who something belongs to, at the end of a line: `, yours`, `, Priya Nair’s`, `, unassigned`. */
export function useWhose(): (crmUserId: number | null) => string {
  const { nameOf } = usePeople()
  const { seat } = useSession()
  return (crmUserId) => {
    if (crmUserId === null) return ', unassigned'
    return crmUserId === seat.crmUserId ? ', yours' : `, ${nameOf(crmUserId)}’s`
  }
}
