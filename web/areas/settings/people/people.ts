import { type Item, useAnswer } from '../../../service/api.ts'

export type Seat = Item<'workspace.listSeats'>
export type Team = Item<'workspace.listTeams'>

const ALL = { query: { limit: 1000 } } as const

/** Everyone with a seat, and their teams. */
export function useDeskPeople() {
  const seats = useAnswer('workspace.listSeats', ALL)
  const teams = useAnswer('workspace.listTeams', ALL)
  return {
    seats: seats.data?.data,
    teams: teams.data?.data,
    error: seats.error ?? teams.error,
    retry: () => {
      seats.refetch()
      teams.refetch()
    },
  }
}

/** Teams as options. */
export const teamOptions = (teams: readonly Team[] | undefined) =>
  (teams ?? []).map(({ id, name }) => ({ value: id, label: name }))
