import { expect, it } from 'vitest'
import type { Item } from '../../service/api.ts'
import { pipelinesOf, stagesOf } from './pipeline.rules.ts'

type Definition = Item<'definitions.list'>

const options = [
  { label: 'New', color: 'blue' },
  { label: 'Won', color: 'green' },
]
const stage = { key: 'stage', type: 'select', settings: { options } }
const amount = { key: 'amount_requested', type: 'currency', settings: { currency: 'USD' } }
const page = (given: object) =>
  ({
    kind: 'page',
    key: 'leads',
    name: 'Leads',
    rowCount: 3,
    columns: [stage, amount],
    ...given,
  }) as unknown as Definition

it('a pipeline is a page with records and a column of stages, with its amounts if they are visible', () => {
  const keys = (...definitions: Definition[]) =>
    pipelinesOf(definitions).map(({ key, amount }) => [key, amount?.key])
  expect(keys(page({}))).toEqual([['leads', 'amount_requested']])
  expect(keys(page({ columns: [stage] }))).toEqual([['leads', undefined]])
  expect(keys(page({ columns: [amount] }), page({ rowCount: 0 }), page({ kind: 'board' }))).toEqual(
    [],
  )
  expect(keys(page({ columns: [{ ...stage, type: 'text' }] }))).toEqual([])
  expect(keys(page({}), page({ key: 'deals' }), page({ key: 'more' })).map(([key]) => key)).toEqual(
    ['leads', 'deals'],
  )
})

it('stages come in the order of the options, also empty ones, then what is no option', () => {
  const [leads] = pipelinesOf([page({})])
  const groups = [
    { value: null, count: 1, sums: { amount_requested: 5 } },
    { value: 'Old', count: 2, sums: { amount_requested: 7 } },
    { value: 'Won', count: 3, sums: { amount_requested: 9.5 } },
  ]
  expect(stagesOf(leads!, groups)).toEqual([
    { label: 'New', color: 'blue', count: 0, sum: 0 },
    { label: 'Won', color: 'green', count: 3, sum: 9.5 },
    { label: null, color: null, count: 1, sum: 5 },
    { label: 'Old', color: null, count: 2, sum: 7 },
  ])
  const [bare] = pipelinesOf([page({ columns: [stage] })])
  expect(stagesOf(bare!, groups).every(({ sum }) => sum === undefined)).toBe(true)
})
