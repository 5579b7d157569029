import { expect, test } from 'vitest'
import { recordChoices, titleIn } from './record-choices.rules.ts'

const columns = [{ key: 'name', type: 'text' as const }]
const row = (position: number, name: string) => ({ id: `r${position}`, position, cells: { name } })

test('records are chosen by title, and by number if titles are the same', () => {
  expect(recordChoices([row(1, 'Acme'), row(2, 'Bolt'), row(7, 'Acme')], columns)).toEqual([
    { value: 'r1', label: 'Acme (row 1)' },
    { value: 'r2', label: 'Bolt' },
    { value: 'r7', label: 'Acme (row 7)' },
  ])
  expect(recordChoices([], columns)).toEqual([])
})

test('the title can be read from a choice', () => {
  expect(['Acme (row 1)', 'Bolt', 'Unit (row 3) West'].map(titleIn)).toEqual([
    'Acme',
    'Bolt',
    'Unit (row 3) West',
  ])
})
