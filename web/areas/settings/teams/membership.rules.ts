interface Seat {
  crmUserId: number
  teamIds: readonly string[]
}

/** The seats that join or leave a team, with their teams afterwards. */
export function seatsMoving(
  seats: readonly Seat[],
  teamId: string,
  people: readonly number[],
): { crmUserId: number; teamIds: string[] }[] {
  return seats.flatMap(({ crmUserId, teamIds }) => {
    const [is, shall] = [teamIds.includes(teamId), people.includes(crmUserId)]
    if (is === shall) return []
    const others = teamIds.filter((id) => id !== teamId)
    return [{ crmUserId, teamIds: shall ? [...others, teamId] : others }]
  })
}
