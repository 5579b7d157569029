import { expect, test } from 'vitest'
import { seatsMoving } from './membership.rules.ts'

const seats = [
  { crmUserId: 1, teamIds: ['a', 'b'] },
  { crmUserId: 2, teamIds: ['b'] },
  { crmUserId: 3, teamIds: [] },
]

test('people who join or leave keep their other teams, and others are left alone', () => {
  expect(seatsMoving(seats, 'a', [2, 3])).toEqual([
    { crmUserId: 1, teamIds: ['b'] },
    { crmUserId: 2, teamIds: ['b', 'a'] },
    { crmUserId: 3, teamIds: ['a'] },
  ])
  expect(seatsMoving(seats, 'b', [1, 2])).toEqual([])
})
