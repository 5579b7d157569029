import { usePeople, useSession } from '../../session.ts'

/** Whose something is, at the end of a line: `, yours`, `, Priya Nair’s`, `, nobody’s`. */
export function useWhose(): (crmUserId: number | null) => string {
  const { nameOf } = usePeople()
  const { seat } = useSession()
  return (crmUserId) => {
    if (crmUserId === null) return ', nobody’s'
    return crmUserId === seat.crmUserId ? ', yours' : `, ${nameOf(crmUserId)}’s`
  }
}
