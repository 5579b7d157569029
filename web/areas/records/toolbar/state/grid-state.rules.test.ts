import { expect, test } from 'vitest'
import { plainState } from '../../list/plain-state.rules.ts'
import {
  askedOf,
  gridFields,
  isPartial,
  type SavedView,
  stateOf,
  viewBody,
} from './grid-state.rules.ts'

const definition = {
  columns: [
    { key: 'name', type: 'text', settings: {} },
    { key: 'amount', type: 'number', settings: {} },
    { key: 'stage', type: 'select', settings: {} },
  ],
} as Parameters<typeof stateOf>[0]
const view = {
  filter: { column: 'stage', op: 'eq', value: 'New' },
  sort: ['-amount'],
  fields: ['amount', 'name'],
  group: null,
  search: null,
  frozen: 2,
  totals: { amount: 'max' },
} as unknown as SavedView

test('a plain state adds nothing to the URL', () => {
  expect(Object.values(askedOf(definition, plainState, null)).every((part) => !part)).toBe(true)
})

test('a state survives the way through the URL', () => {
  const state = {
    ...plainState,
    kind: 'kanban' as const,
    order: ['stage', 'name', 'amount'],
    hidden: ['amount'],
    filter: { column: 'name', op: 'contains', value: 'x' },
    sort: ['-stage', 'name'],
    group: 'stage',
    search: 'bakery',
  }
  expect(stateOf(definition, askedOf(definition, state, null), null, plainState)).toEqual(state)
})

test('a view says how its rows are shown, and another kind in the URL is no kind', () => {
  const kanban = { ...view, kind: 'kanban' } as SavedView
  expect(stateOf(definition, {}, kanban, plainState).kind).toBe('kanban')
  expect(stateOf(definition, { kind: 'grid' }, kanban, plainState).kind).toBe('grid')
  expect(stateOf(definition, { kind: 'pie' }, null, plainState).kind).toBe('grid')
  // There is no column with days.
  expect(stateOf(definition, { kind: 'calendar' }, null, plainState).kind).toBe('grid')
})

test('the URL overrides the view', () => {
  const state = stateOf(definition, {}, view, plainState)
  expect(state).toMatchObject({
    order: ['amount', 'stage', 'name'],
    hidden: ['stage'],
    sort: ['-amount'],
    filter: view.filter,
  })
  expect(askedOf(definition, state, view)).toEqual({})
})

test('a part removed from a view is empty in the URL, and stays removed', () => {
  const cleared = { ...stateOf(definition, {}, view, plainState), filter: null, sort: [] }
  const asked = askedOf(definition, cleared, view)
  expect(asked).toMatchObject({ filter: '', sort: '' })
  expect(stateOf(definition, asked, view, plainState)).toMatchObject({ filter: null, sort: [] })
})

test('parts that name a deleted column are left out, a filter as a whole, and the state says so', () => {
  const filter = {
    and: [{ column: 'name', op: 'eq', value: 'x' }, { not: { column: 'gone', op: 'is_empty' } }],
  }
  const asked = { filter: JSON.stringify(filter), sort: '-gone,row.createdAt,name', group: 'gone' }
  expect(stateOf(definition, asked, null, plainState)).toMatchObject({
    filter: null,
    sort: ['row.createdAt', 'name'],
    group: null,
  })
  expect(isPartial(definition, asked)).toBe(true)
  expect(
    isPartial(definition, { filter: { column: 'name', op: 'is_empty' }, sort: '-stage' }),
  ).toBe(false)
})

test('a hidden column returns to its place', () => {
  const hidden = { ...plainState, order: ['name', 'amount', 'stage'], hidden: ['name'] }
  const state = stateOf(definition, askedOf(definition, hidden, null), null, plainState)
  expect(state.order).toEqual(['name', 'amount', 'stage'])
  expect(gridFields(definition, { ...state, hidden: [] })).toBeNull()
})

test('all columns in their own order need no fields', () => {
  expect(gridFields(definition, plainState)).toBeNull()
  expect(gridFields(definition, { ...plainState, order: ['stage'] })).toEqual([
    'stage',
    'name',
    'amount',
  ])
  expect(viewBody(definition, plainState)).toMatchObject({ fields: null, search: null })
})

test('showing all columns of a view that hides some survives the URL', () => {
  const all = { ...stateOf(definition, {}, view, plainState), order: [], hidden: [] }
  const asked = askedOf(definition, all, view)
  expect(asked.fields).toBe('')
  expect(stateOf(definition, asked, view, plainState).hidden).toEqual([])
})

test('a filter written by hand is read if it is JSON', () => {
  const asked = { filter: '{"column":"name","op":"is_empty"}' }
  expect(stateOf(definition, asked, null, plainState).filter).toEqual({
    column: 'name',
    op: 'is_empty',
  })
  expect(stateOf(definition, { filter: '{' }, null, plainState).filter).toBeNull()
})

test('a view keeps its frozen columns, and the browser those of the plain list', () => {
  const kept = { ...plainState, frozen: 3 }
  expect(stateOf(definition, {}, null, kept).frozen).toBe(3)
  expect(askedOf(definition, kept, null).frozen).toBeUndefined()
  const state = stateOf(definition, {}, view, kept)
  expect(state.frozen).toBe(2)
  const asked = askedOf(definition, { ...state, frozen: 0 }, view)
  expect(asked).toEqual({ frozen: 0 })
  expect(stateOf(definition, asked, view, kept).frozen).toBe(0)
  expect(viewBody(definition, { ...state, frozen: 0 })).toMatchObject({ frozen: 0 })
})

test('one column is frozen if nothing valid is said', () => {
  const frozen = (value: unknown) =>
    stateOf(definition, {}, null, { ...plainState, frozen: value as number }).frozen
  expect([null, 'name', undefined, 1.5, -3, 500].map(frozen)).toEqual([1, 1, 1, 1, 0, 50])
})

test('chosen totals are kept like frozen columns', () => {
  const kept = { ...plainState, totals: { amount: 'none' as const } }
  expect(stateOf(definition, {}, null, kept).totals).toEqual({ amount: 'none' })
  const state = stateOf(definition, {}, view, kept)
  expect(state.totals).toEqual({ amount: 'max' })
  const totals = { amount: 'average', stage: 'filled' } as const
  const asked = askedOf(definition, { ...state, totals }, view)
  expect(asked).toEqual({ totals: 'amount:average,stage:filled' })
  expect(stateOf(definition, asked, view, kept).totals).toEqual(totals)
  const wrong = { totals: 'amount:most,name:sum,gone:filled,x' }
  expect(stateOf(definition, wrong, view, kept).totals).toEqual({})
  expect(askedOf(definition, { ...state, totals: {} }, view)).toEqual({ totals: '' })
})
