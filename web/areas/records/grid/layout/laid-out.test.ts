import { expect, test } from 'vitest'
import type { Column } from '../../list/types.ts'
import { columnsInView, GUTTER, laidOut, orderOf } from './laid-out.ts'

const all = ['a', 'b', 'c', 'd', 'e'].map((key) => ({ key, name: key, type: 'text' }) as Column)
const plain = { order: [], widths: {}, hidden: [], frozen: 0 }
const lay = (state: Partial<typeof plain> | object) =>
  laidOut(all, { ...plain, ...state }, ({ key }) => (key === 'c' ? 'locked' : null))
const keys = ({ columns }: ReturnType<typeof lay>) => columns.map(({ key }) => key).join('')

test('columns are in the given order, the others behind them', () => {
  expect(orderOf(all, ['c', 'gone', 'a', 'c'])).toEqual(['c', 'a', 'b', 'd', 'e'])
  expect(keys(lay({ order: ['e'], hidden: ['b'] }))).toBe('eacd')
})

test('each column starts where the previous one ends, within the allowed widths', () => {
  const { columns, width } = lay({ widths: { a: 10, b: 5000, c: 100 } })
  expect(columns.map((column) => column.width)).toEqual([56, 800, 100, 180, 180])
  expect(columns.map(({ left }) => left)).toEqual([GUTTER, 120, 920, 1020, 1200])
  expect(width).toBe(1380)
  expect(columns.map(({ locked }) => locked)).toEqual([null, null, 'locked', null, null])
})

test('as many visible columns are frozen as wanted', () => {
  const layout = lay({ frozen: 2, hidden: ['b'] })
  expect(layout.frozen.map(({ key }) => key)).toEqual(['a', 'c'])
  expect(layout.frozenWidth).toBe(GUTTER + 360)
  expect(lay({}).frozenWidth).toBe(GUTTER)
})

test('only the visible columns are drawn, and two on each side', () => {
  const many = Array.from(
    { length: 40 },
    (_, i) => ({ key: `k${i}`, name: `k${i}`, type: 'text' }) as Column,
  )
  const layout = laidOut(many, plain, () => null)
  expect(columnsInView(layout, 0, 1000)).toEqual({ from: 0, to: 8 })
  expect(columnsInView(layout, 3600, 1000)).toEqual({ from: 18, to: 28 })
  expect(columnsInView(layout, 1e6, 1000)).toEqual({ from: 40, to: 40 })
  const frozen = laidOut(many, { ...plain, frozen: 2 }, () => null)
  expect(columnsInView(frozen, 0, 1000).from).toBe(2)
  expect(columnsInView(frozen, 3600, 1000)).toEqual({ from: 20, to: 28 })
})

test('a column starts as wide as its name needs, unless the name is very long', () => {
  const named = (name: string) =>
    laidOut([{ key: 'a', name, type: 'number' } as Column], plain, () => null).width - GUTTER
  expect(named('Units')).toBe(130)
  expect(named('Amount requested')).toBeGreaterThan(180)
  expect(named('What was said '.repeat(9))).toBe(240)
})

test('frozen columns leave room for others to scroll', () => {
  const staying = (room: number) => {
    const layout = laidOut(all, { ...plain, frozen: 3 }, () => null, room)
    return [layout.frozen.length, layout.frozenWidth]
  }
  expect(staying(1000)).toEqual([3, GUTTER + 540])
  expect(staying(600)).toEqual([2, GUTTER + 360])
  // On a phone the first one is narrowed, down to the width of a short name.
  expect(staying(390)).toEqual([1, 230])
  expect(staying(280)).toEqual([1, GUTTER + 96])
})
