import { useQuery } from '@tanstack/react-query'
import { atLeast } from '../../shared/roles.ts'
import { asking, type Data, useAnswer } from './api.ts'

export type SessionState = Data<'auth.getSession'>
export type Role = SessionState['seat']['role']

/** Who is signed in, and where; inside the desk it is always known. */
export function useSession(): SessionState {
  const { data } = useQuery({ ...asking('auth.getSession'), staleTime: 60_000 })
  return data!.data
}

/**
 * Whether the seat's role is at least this one. The app does not offer what a role may not do; the service would refuse
 * it anyway.
 */
export function useMay(least: Role): boolean {
  return atLeast(useSession().seat.role, least)
}

/** How much of the deals' money this seat sees. */
export function useMoneySight(): 'all' | 'own' | 'none' {
  const seesAll = useMay('manager')
  const { workspace } = useSession()
  const sights = { everyone: 'all', own: 'own', managers: 'none' } as const
  return seesAll ? 'all' : sights[workspace.moneyVisibleTo]
}

/** The people of the workspace by their number. */
export function usePeople() {
  const { data } = useAnswer('workspace.listSeats', { query: { limit: 1000 } })
  const seats = data?.data ?? []
  return {
    seats,
    /** The person's name, or the number of somebody who left; an ellipsis until the names are loaded. */
    nameOf: (crmUserId: number | null): string => {
      if (crmUserId === null) return ''
      const seat = seats.find((one) => one.crmUserId === crmUserId)
      return seat?.name ?? (data ? `#${crmUserId}` : '…')
    },
  }
}

/** Whether there are agreements to sign or to read. */
export function useHasAgreements(): boolean {
  const { data } = useAnswer('agreements.list', { query: { limit: 100 } })
  return data !== undefined && data.data.length > 0
}
