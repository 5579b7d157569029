import { expect, test } from 'vitest'
import { afterStep, nothingAsked, questionOf } from './asked.rules.ts'
import { proposedBy } from './choices.rules.ts'
import type { PlannedColumn } from './mapping.rules.ts'

const file = new File(['a,b'], 'leads.csv')
const city: PlannedColumn = { name: 'City', type: 'text' }
const chosen = { ...proposedBy(undefined), mapping: ['name', null] }
const planned = afterStep(
  { ...nothingAsked, file, reading: { sheet: 'Leads' } },
  { step: 'choose', chosen, planned: { 1: city } },
)

test('another file, and another way to read it, begin without choices', () => {
  expect(afterStep(planned, { step: 'take', file })).toEqual({ ...nothingAsked, file })
  const reading = { sheet: 'Brokers' }
  expect(afterStep(planned, { step: 'read', reading })).toEqual({ ...nothingAsked, file, reading })
})

test('starting over reads the same file in the same way, and forgets earlier imports', () => {
  const { reading } = planned
  expect(afterStep(planned, { step: 'start over' })).toEqual({
    ...nothingAsked,
    file,
    reading,
    startOver: true,
  })
})

test('a planned column is asked for in its place until it is there', () => {
  expect(questionOf('leads', planned)?.mapping).toEqual(['name', city])
  const added = afterStep(planned, { step: 'added', place: 1, mapping: ['name', 'city'] })
  expect(added.planned).toEqual({})
  expect(questionOf('leads', added)?.mapping).toEqual(['name', 'city'])
})

test('nothing is asked without a file', () => {
  expect(questionOf('leads', nothingAsked)).toBeUndefined()
})
