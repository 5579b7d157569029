import { expect, test } from 'vitest'
import { plainState } from '../grid/types.ts'
import {
  askedOf,
  fieldsOf,
  isPartial,
  type SavedView,
  stateOf,
  viewBody,
} from './grid-state.rules.ts'

const definition = {
  columns: ['name', 'amount', 'stage'].map((key) => ({ key })),
} as Parameters<typeof stateOf>[0]
const view = {
  filter: { column: 'stage', op: 'eq', value: 'New' },
  sort: ['-amount'],
  fields: ['amount', 'name'],
  group: null,
  search: null,
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
  expect(fieldsOf(definition, { ...state, hidden: [] })).toBeNull()
})

test('all columns in their own order need no fields', () => {
  expect(fieldsOf(definition, plainState)).toBeNull()
  expect(fieldsOf(definition, { ...plainState, order: ['stage'] })).toEqual([
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
