import { expect, test } from 'vitest'
import { proposedBy } from './choices.rules.ts'

const columns = [{ proposed: 'name' }, { proposed: null }]
const preview = (more: object) => ({ columns, ...more }) as Parameters<typeof proposedBy>[0]

test('a file begins with what an earlier one was given', () => {
  const remembered = {
    runId: 'r',
    at: '2026-11-20T10:00:00.000Z',
    matchOn: 'name',
    onBad: { name: 'refuse' },
    valueMaps: { stage: { won: null } },
    links: { company: { by: 'id', create: true } },
    readAs: { amount: 'decimal_comma' },
  }
  expect(proposedBy(preview({ remembered }))).toEqual({
    mapping: ['name', null],
    matchOn: 'name',
    treatment: {
      onBad: { name: 'refuse' },
      valueMaps: { stage: { won: null } },
      newOptions: {},
      corrections: [],
      links: { company: { by: 'id', create: true } },
      readAs: { amount: 'decimal_comma' },
    },
    remembered,
  })
})

test('without one, nothing is chosen', () => {
  expect(proposedBy(preview({})).mapping).toBeUndefined()
  expect(proposedBy(undefined).treatment.corrections).toEqual([])
})
