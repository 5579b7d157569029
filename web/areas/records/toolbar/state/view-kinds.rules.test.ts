import { expect, test } from 'vitest'
import type { Column } from '../../list/types.ts'
import { columnOf, columnsFor, shownAs } from './view-kinds.rules.ts'

const columns = (
  [
    ['name', 'text'],
    ['due', 'date'],
    ['stage', 'select'],
    ['source', 'select'],
  ] as const
).map(([key, type]) => ({ id: `${key}-id`, key, type, settings: {} }) as Column)

test('a kanban needs a select and a calendar a date; the chosen column counts if it fits', () => {
  expect(columnsFor('kanban', columns).map(({ key }) => key)).toEqual(['stage', 'source'])
  expect(columnOf({ kind: 'kanban', group: 'source' }, columns)?.key).toBe('source')
  expect(columnOf({ kind: 'kanban', group: 'due' }, columns)?.key).toBe('stage')
  expect(columnOf({ kind: 'calendar', group: null }, columns)?.key).toBe('due')
  expect(columnOf({ kind: 'calendar', group: null }, [])).toBeNull()
})

test('a grid keeps the groups of a kanban, but not those of a calendar', () => {
  expect(shownAs('kanban', { kind: 'grid', group: null }, columns)).toEqual({
    kind: 'kanban',
    group: 'stage',
  })
  expect(shownAs('grid', { kind: 'kanban', group: 'stage' }, columns).group).toBe('stage')
  expect(shownAs('grid', { kind: 'calendar', group: 'due' }, columns).group).toBeNull()
})
