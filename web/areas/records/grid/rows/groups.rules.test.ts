import { expect, test } from 'vitest'
import { groupedLines, plainLines } from './groups.rules.ts'

const groups = [3, 0, 2, 4].map((count, i) => ({ value: `g${i}`, count, sums: {} }))

test('without groups every row is the line of its own number', () => {
  const lines = plainLines(5)
  expect(lines.count).toBe(5)
  expect(lines.at(3)).toEqual({ kind: 'row', row: 3 })
  expect(groupedLines(5, [], new Set()).count).toBe(5)
})

test('each group has a heading above its rows', () => {
  const lines = groupedLines(9, groups, new Set())
  expect(lines.count).toBe(13)
  const places = Array.from({ length: lines.count }, (_, line) => lines.at(line))
  expect(places.map((line) => (line.kind === 'row' ? line.row : `g${line.group}`))).toEqual([
    'g0',
    0,
    1,
    2,
    'g1',
    'g2',
    3,
    4,
    'g3',
    5,
    6,
    7,
    8,
  ])
  for (let row = 0; row < 9; row++) {
    expect(lines.at(lines.lineOf(row))).toEqual({ kind: 'row', row })
  }
})

test('folded rows have no lines and are skipped', () => {
  const lines = groupedLines(9, groups, new Set([2]))
  expect(lines.count).toBe(11)
  expect(lines.at(lines.lineOf(3))).toEqual({ kind: 'group', group: 2 })
  expect(lines.openRow(3, 1)).toBe(5)
  expect(lines.openRow(4, -1)).toBe(2)
  expect(lines.openRow(1, 1)).toBe(1)
  const shut = groupedLines(9, groups, new Set([0, 2, 3]))
  expect(shut.openRow(4, 1)).toBeNull()
})

test('rows added since are in the last group', () => {
  const lines = groupedLines(11, groups, new Set())
  expect(lines.at(lines.count - 1)).toEqual({ kind: 'row', row: 10 })
})
