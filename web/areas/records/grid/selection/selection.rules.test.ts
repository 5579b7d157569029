import { describe, expect, test } from 'vitest'
import { at, confined, HEADER, moveSelection, rangeOf, sizeOf, tabbed } from './selection.rules.ts'

const bounds = { rows: 100, columns: 5, page: 20 }
const by = (rows: number, columns: number) => ({ to: 'by', rows, columns }) as const

describe('a step', () => {
  test('moves the active cell and stops at the edges', () => {
    expect(moveSelection(at(3, 2), by(1, 0), bounds, false)).toEqual(at(4, 2))
    expect(moveSelection(at(99, 4), by(1, 1), bounds, false)).toEqual(at(99, 4))
    expect(moveSelection(at(0, 0), by(0, -1), bounds, false)).toEqual(at(0, 0))
  })

  test('goes up into the header, and down from it', () => {
    expect(moveSelection(at(0, 2), by(-1, 0), bounds, false)).toEqual(at(HEADER, 2))
    expect(moveSelection(at(HEADER, 2), by(1, 0), bounds, false)).toEqual(at(0, 2))
    expect(moveSelection(at(HEADER, 2), { to: 'rowEnd' }, bounds, true)).toEqual(at(HEADER, 4))
  })

  test('jumps to edges, by pages, to the corners', () => {
    expect(moveSelection(at(50, 2), { to: 'edge', rows: -1, columns: 0 }, bounds, false)).toEqual(
      at(0, 2),
    )
    expect(moveSelection(at(50, 2), { to: 'edge', rows: 0, columns: 1 }, bounds, false)).toEqual(
      at(50, 4),
    )
    expect(moveSelection(at(5, 2), { to: 'page', rows: -1 }, bounds, false)).toEqual(at(0, 2))
    expect(moveSelection(at(90, 2), { to: 'page', rows: 1 }, bounds, false)).toEqual(at(99, 2))
    expect(moveSelection(at(5, 2), { to: 'gridEnd' }, bounds, false)).toEqual(at(99, 4))
  })

  test('with Shift moves the far corner of the range and never into the header', () => {
    const selection = moveSelection(
      moveSelection(at(1, 1), by(-3, 0), bounds, true),
      by(0, 2),
      bounds,
      true,
    )
    expect(rangeOf(selection)).toEqual({ top: 0, bottom: 1, left: 1, right: 3 })
    expect(sizeOf(rangeOf(selection))).toBe(6)
    expect(selection.active).toEqual({ row: 1, column: 1 })
  })

  test('in a list without rows stays in the header', () => {
    const none = { ...bounds, rows: 0 }
    expect(moveSelection(at(HEADER, 0), by(1, 0), none, false)).toEqual(at(HEADER, 0))
    expect(moveSelection(at(HEADER, 0), { to: 'gridEnd' }, none, false)).toEqual(at(HEADER, 4))
  })
})

test('Tab reads on in the next row, and back', () => {
  expect(tabbed({ row: 3, column: 4 }, false, bounds)).toEqual({ row: 4, column: 0 })
  expect(tabbed({ row: 3, column: 0 }, true, bounds)).toEqual({ row: 2, column: 4 })
  expect(tabbed({ row: 99, column: 4 }, false, bounds)).toEqual({ row: 99, column: 4 })
})

test('a selection stays within the remaining rows and columns', () => {
  const selection = { active: { row: 90, column: 1 }, end: { row: 99, column: 4 } }
  expect(rangeOf(confined(selection, { rows: 10, columns: 3, page: 5 }))).toEqual({
    top: 9,
    bottom: 9,
    left: 1,
    right: 2,
  })
  expect(confined(selection, { rows: 0, columns: 0, page: 5 })).toEqual(at(HEADER, 0))
})
