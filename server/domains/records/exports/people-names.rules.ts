import type { Person } from '../cells/column.ts'
import { folded } from '../cells/words.ts'

/** What to call each person: by name, or by email address if several have that name. */
export function namesOf(people: readonly Person[]): Map<number, string> {
  const bearers = new Map<string, number>()
  for (const { name } of people) {
    bearers.set(folded(name), (bearers.get(folded(name)) ?? 0) + 1)
  }
  return new Map(
    people.map(({ crmUserId, name, email }) => [
      crmUserId,
      name !== '' && bearers.get(folded(name)) === 1 ? name : email,
    ]),
  )
}
